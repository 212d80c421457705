#pragma once

#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "bodies/body.h"
#include "core/carried_state.h"
#include "limpet/warning.h"

namespace limpet {

/// Issues warnings about bodies and pairs of bodies, each once per code. A warning with a `figure`, which
/// says how bad it is, is issued again when its figure has doubled. One that was issued stays as it is.
///
/// A sentence is a text, or a function that makes one and is only called for a warning that is issued.
class Warnings : public CarriedState {
public:
    using Bodies = std::vector<std::unique_ptr<Body>>;
    /// Appends to `all`.
    Warnings(const Bodies& bodies, std::vector<Warning>& all) : bodies_(bodies), all_(all) {}

    /// "bodies A and B SENTENCE"; of a body with itself "body A touches itself: its parts SENTENCE".
    template <class Sentence>
    void about_pair(const char* code, int first, int second, double figure, const Sentence& sentence) {
        if (is_due(code, first, second, figure)) all_.push_back(of_pair(code, first, second, text(sentence)));
    }
    /// The same of all bodies that contacts couple: what is wrong with a group's solution may show in any of
    /// them. The pair is where it is worst; `others` is a function that gives names.
    template <class Others, class Sentence>
    void about_group(const char* code, int first, int second, const Others& others, double figure,
                     const Sentence& sentence) {
        if (is_due(code, first, second, figure))
            all_.push_back(of_group(code, first, second, others(), text(sentence)));
    }
    /// "body A SENTENCE".
    template <class Sentence>
    void about_body(const char* code, int body, double figure, const Sentence& sentence) {
        if (is_due(code, body, body, figure)) all_.push_back(of_body(code, body, text(sentence)));
    }

    /// What was issued before is not issued again, unless it was about a body that is gone.
    void inherit(const CarriedState& before, const BodyRenumbering& bodies) override;

private:
    /// A code and the names of two bodies, or twice that of one.
    struct Key {
        std::string code, first, second;
        auto operator<=>(const Key&) const = default;
    };
    template <class Sentence>
    static std::string text(const Sentence& sentence) {
        if constexpr (std::is_invocable_v<Sentence>)
            return sentence();
        else
            return sentence;
    }
    bool is_due(const char* code, int first, int second, double figure);
    Warning of_pair(const char* code, int first, int second, const std::string& sentence) const;
    Warning of_group(const char* code, int first, int second, const std::vector<std::string>& others,
                     const std::string& sentence) const;
    Warning of_body(const char* code, int body, const std::string& sentence) const;

    const Bodies& bodies_;
    std::vector<Warning>& all_;
    std::map<Key, double> issued_;  ///< the figure with which each was issued last
};

}  // namespace limpet
