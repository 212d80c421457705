#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bodies/body.h"
#include "limpet/warning.h"

namespace limpet {

/// Issues warnings about bodies and pairs of bodies, each once per code. A warning with a `figure`, which
/// says how bad it is, is kept at its worst, and issued again when that has doubled.
class Warnings {
public:
    using Bodies = std::vector<std::unique_ptr<Body>>;
    /// Appends to `all`.
    Warnings(const Bodies& bodies, std::vector<Warning>& all) : bodies_(bodies), all_(all) {}

    /// "bodies A and B SENTENCE"; of a body with itself "body A touches itself: its parts SENTENCE".
    void about_pair(const std::string& code, int first, int second, const std::string& sentence,
                    double figure = 0);
    /// The same of all bodies that contacts couple: what is wrong with a group's solution may show in any of
    /// them. The pair is where it is worst; `others` are names.
    void about_group(const std::string& code, int first, int second, const std::vector<std::string>& others,
                     const std::string& sentence, double figure = 0);
    /// "body A SENTENCE".
    void about_body(const std::string& code, int body, const std::string& sentence, double figure = 0);

private:
    void issue(const std::string& key, Warning warning, double figure);
    Warning of_pair(const std::string& code, int first, int second, const std::string& sentence) const;

    const Bodies& bodies_;
    std::vector<Warning>& all_;
    struct Issued {
        std::size_t place;  ///< among all
        double figure;      ///< when it was issued
        double worst;
    };
    std::map<std::string, Issued> issued_;  ///< by code and bodies
};

}  // namespace limpet
