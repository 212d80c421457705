#pragma once

/// The rooms of a scene in which nothing collides, but attachments hold.

#include "detect/detector.h"
#include "step/contact_source.h"
#include "step/separation.h"

namespace limpet {

class NoDetector : public Detector {
public:
    void detect(double) override {}
    void surface_changed(int) override {}
};

class NoContacts : public ContactSource {
public:
    std::vector<Contact> contacts(double) override { return {}; }
};

class NoSeparation : public Separation {
public:
    void run(double) override {}
};

}  // namespace limpet
