#include "haptics/websocket_link.h"

#include <fmt/format.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <thread>

#include "haptics/device_json.h"
#include "haptics/network_devices.h"
#include "limpet/error.h"

namespace limpet::haptics {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;
using Stream = websocket::stream<beast::tcp_stream>;
using Failure = beast::error_code;
using Clock = std::chrono::steady_clock;

constexpr auto reconnect_after = std::chrono::milliseconds(500);
/// A handshake or a farewell that takes longer is given up.
constexpr auto handshake_limit = std::chrono::seconds(1);

const tcp::endpoint loopback(int port) {
    return {asio::ip::address_v4::loopback(), static_cast<std::uint16_t>(port)};
}

/// Reads, answers and reads again, until the connection is lost or dropped.
class Connection : public std::enable_shared_from_this<Connection> {
public:
    Connection(Stream stream, LinkEvents& events, std::function<void()> lost)
        : stream_(std::move(stream)), events_(events), lost_(std::move(lost)), heard_(Clock::now()) {
        stream_.read_message_max(longest_message);
        websocket::stream_base::timeout limits =
            websocket::stream_base::timeout::suggested(beast::role_type::server);
        limits.handshake_timeout = handshake_limit;
        stream_.set_option(limits);
    }

    void accept() {
        stream_.async_accept([self = shared_from_this()](Failure failed) { self->begin(failed); });
    }
    void handshake() {
        stream_.async_handshake("127.0.0.1", "/",
                                [self = shared_from_this()](Failure failed) { self->begin(failed); });
    }
    bool is_gone() const {
        return std::chrono::duration<double>(Clock::now() - heard_).count() > client_gone_after;
    }
    /// Without a call of `lost`.
    void drop() {
        lost_ = [] {};
        beast::get_lowest_layer(stream_).close();
    }
    /// In the link's thread.
    void say_farewell() {
        if (!open_ || writing_) return;
        const std::string last = events_.farewell ? events_.farewell() : "";
        Failure ignored;
        beast::get_lowest_layer(stream_).socket().non_blocking(true, ignored);
        if (!last.empty()) stream_.write(asio::buffer(last), ignored);
    }

private:
    void begin(Failure failed) {
        if (failed) return lose();
        open_ = true;
        stream_.text(true);
        reply_ = events_.connected ? events_.connected() : "";
        send();
    }
    void read() {
        stream_.async_read(buffer_, [self = shared_from_this()](Failure failed, std::size_t) {
            if (failed) return self->lose();
            self->answer();
        });
    }
    void answer() {
        heard_ = Clock::now();
        const std::string message = beast::buffers_to_string(buffer_.data());
        buffer_.consume(buffer_.size());
        reply_ = events_.received(message);
        send();
    }
    void send() {
        if (reply_.empty()) return read();
        writing_ = true;
        stream_.async_write(asio::buffer(reply_), [self = shared_from_this()](Failure failed, std::size_t) {
            self->writing_ = false;
            if (failed) return self->lose();
            self->read();
        });
    }
    void lose() {
        open_ = false;
        lost_();
    }

    Stream stream_;
    LinkEvents& events_;
    std::function<void()> lost_;
    Clock::time_point heard_;  ///< when the last message came
    beast::flat_buffer buffer_;
    std::string reply_;
    bool open_ = false, writing_ = false;
};

/// A thread that runs what a link does.
class Link : public WebSocketLink {
public:
    explicit Link(LinkEvents events) : events_(std::move(events)) {}

    void close() override {
        if (!thread_.joinable()) return;
        asio::post(context_, [this] {
            if (connection_) connection_->say_farewell();
            context_.stop();
        });
        thread_.join();
        connection_.reset();
    }

protected:
    void start() {
        thread_ = std::thread([this] {
            const auto work = asio::make_work_guard(context_);
            context_.run();
        });
    }

    LinkEvents events_;
    asio::io_context context_{1};
    std::shared_ptr<Connection> connection_;  ///< the one that counts; null: none

private:
    std::thread thread_;
};

class Server : public Link {
public:
    Server(int port, LinkEvents events) : Link(std::move(events)), acceptor_(context_) {
        Failure failed;
        acceptor_.open(tcp::v4(), failed);
        if (!failed) acceptor_.set_option(asio::socket_base::reuse_address(true), failed);
        if (!failed) acceptor_.bind(loopback(port), failed);
        if (!failed) acceptor_.listen(asio::socket_base::max_listen_connections, failed);
        if (failed)
            throw InputError("--device",
                             fmt::format("port {} of 127.0.0.1 cannot be had: {}; allowed: a free "
                                         "port",
                                         port, failed.message()));
        port_ = acceptor_.local_endpoint().port();
        wait();
        start();
    }
    ~Server() override { close(); }
    int port() const override { return port_; }

private:
    void wait() {
        acceptor_.async_accept([this](Failure failed, tcp::socket socket) {
            if (!failed) admit(std::move(socket));
            wait();
        });
    }
    /// A second client is not served: its socket is closed. A first one that is silent gives way: its machine
    /// may have lost power, or its link, which its connection need not tell of for minutes.
    void admit(tcp::socket socket) {
        if (connection_ && !connection_->is_gone()) return;
        if (connection_) connection_->drop();
        Failure ignored;
        socket.set_option(tcp::no_delay(true), ignored);
        connection_ =
            std::make_shared<Connection>(Stream(std::move(socket)), events_, [this] { connection_.reset(); });
        connection_->accept();
    }

    tcp::acceptor acceptor_;
    int port_ = 0;
};

class Client : public Link {
public:
    Client(int port, LinkEvents events) : Link(std::move(events)), timer_(context_), port_(port) {
        connect();
        start();
    }
    ~Client() override { close(); }
    int port() const override { return 0; }

private:
    void connect() {
        auto socket = std::make_shared<tcp::socket>(context_);
        socket->async_connect(loopback(port_), [this, socket](Failure failed) {
            if (failed) return try_again();
            Failure ignored;
            socket->set_option(tcp::no_delay(true), ignored);
            connection_ = std::make_shared<Connection>(Stream(std::move(*socket)), events_, [this] {
                connection_.reset();
                try_again();
            });
            connection_->handshake();
        });
    }
    void try_again() {
        timer_.expires_after(reconnect_after);
        timer_.async_wait([this](Failure cancelled) {
            if (!cancelled) connect();
        });
    }

    asio::steady_timer timer_;
    int port_;
};

}  // namespace

std::unique_ptr<WebSocketLink> serve_websocket(int port, LinkEvents events) {
    return std::make_unique<Server>(port, std::move(events));
}

std::unique_ptr<WebSocketLink> connect_websocket(int port, LinkEvents events) {
    return std::make_unique<Client>(port, std::move(events));
}

}  // namespace limpet::haptics
