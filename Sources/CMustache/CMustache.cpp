#include "CMustache.h"

#include <kainjow/mustache.hpp>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

using Json = nlohmann::json;
using Data = kainjow::mustache::data;

namespace {

Data data_from(const Json &json) {
    switch (json.type()) {
    case Json::value_t::object: {
        Data object{Data::type::object};
        for (const auto &[key, value] : json.items()) object.set(key, data_from(value));
        return object;
    }
    case Json::value_t::array: {
        Data list{Data::type::list};
        for (const auto &value : json) list << data_from(value);
        return list;
    }
    case Json::value_t::string:
        // An empty string is false as a section, so that {{#title}}…{{/title}} omits a heading.
        if (json.get_ref<const std::string &>().empty()) return Data{Data::type::bool_false};
        return Data{json.get_ref<const std::string &>()};
    case Json::value_t::boolean:
        return Data{json.get<bool>() ? Data::type::bool_true : Data::type::bool_false};
    case Json::value_t::null:
        return Data{Data::type::bool_false};
    default:
        return Data{json.dump()};
    }
}

std::string text_from(const void *bytes, size_t count) {
    return count == 0 ? std::string{} : std::string{static_cast<const char *>(bytes), count};
}

char *copy(const std::string &text) {
    auto *bytes = static_cast<char *>(std::malloc(text.size() + 1));
    if (bytes == nullptr) throw std::bad_alloc{};
    std::memcpy(bytes, text.data(), text.size());
    bytes[text.size()] = '\0';
    return bytes;
}

std::string rendered(const std::string &text, const Json &json) {
    if (!json.is_object()) throw std::runtime_error{"the data is not a JSON object"};
    kainjow::mustache::mustache page{text};
    if (page.is_valid()) {
        auto result = page.render(data_from(json));
        if (page.is_valid()) return result;
    }
    throw std::runtime_error{page.error_message()};
}

}

extern "C" mustache_result mustache_render(
    const void *template_bytes, size_t template_count,
    const void *json_bytes, size_t json_count) {
    // If memory runs out while the error is copied, `text` and `error` stay NULL.
    mustache_result result{nullptr, 0, nullptr};
    try {
        const auto text = rendered(
            text_from(template_bytes, template_count),
            Json::parse(text_from(json_bytes, json_count)));
        result.text = copy(text);
        result.count = text.size();
    } catch (const std::exception &error) {
        try {
            result.error = copy(error.what());
        } catch (...) {
        }
    } catch (...) {
    }
    return result;
}

extern "C" mustache_result json_problem(const void *bytes, size_t count) {
    mustache_result result{nullptr, 0, nullptr};
    try {
        try {
            // The callback discards the parsed values.
            (void)Json::parse(
                text_from(bytes, count), [](int, Json::parse_event_t, Json &) { return false; });
        } catch (const Json::exception &error) {
            // The message looks like “[json.exception.parse_error.101] parse error at line 1, column 2: …”.
            std::string message = error.what();
            const auto start = message.find(" at line ");
            result.error = copy(start == std::string::npos ? message : message.substr(start + 4));
        }
    } catch (...) {
    }
    return result;
}

extern "C" void mustache_result_free(mustache_result result) {
    std::free(result.text);
    std::free(result.error);
}
