#pragma once

#include "limpet/haptics.h"

namespace limpet::haptics {

class ListeningDevice : public Device {
public:
    virtual int port() const = 0;
};

}  // namespace limpet::haptics
