// Sends each line of the input with the generated Kotlin types, by java.net.http and Gson: operation, types of request
// and answer, body.

import com.google.gson.Gson
import com.google.gson.JsonParser
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse

val gson: Gson = Gson()
val http: HttpClient = HttpClient.newHttpClient()

fun type(name: String): Class<*> = Class.forName("paili.models.$name")

fun main(arguments: Array<String>) {
    for (line in generateSequence(::readLine)) {
        val (operation, request, answer, body) = line.split("\t")
        val builder = HttpRequest.newBuilder(URI("${arguments[0]}/v1/$operation")).header("Content-Type", "application/json")
        if (request != "") {
            builder.POST(HttpRequest.BodyPublishers.ofString(gson.toJson(gson.fromJson(body, type(request)))))
        }
        val got = http.send(builder.build(), HttpResponse.BodyHandlers.ofString())
        if (got.statusCode() == 200) {
            println(gson.toJson(gson.fromJson(got.body(), type(answer))))
        } else {
            val error = JsonParser.parseString(got.body()).asJsonObject.getAsJsonArray("errors")[0].asJsonObject
            println("{\"status\": ${got.statusCode()}, \"code\": ${error.get("code")}}")
        }
    }
}
