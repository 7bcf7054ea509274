// Six requests with the generated Kotlin types, by java.net.http and Gson.

import com.google.gson.Gson
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import paili.models.*

const val HAND = "34567899JJQQKA22D"
val gson: Gson = Gson()
val http: HttpClient = HttpClient.newHttpClient()

inline fun <reified T> post(address: String, name: String, body: Any): T {
    val request = HttpRequest.newBuilder(URI("$address/v1/$name"))
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(gson.toJson(body)))
    val answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString())
    check(answer.statusCode() == 200) { answer.body() }
    return gson.fromJson(answer.body(), T::class.java)
}

fun number(value: Any?) = if (value is Double) value.toInt() else value

fun main(arguments: Array<String>) {
    val at = arguments[0]
    val analyze =
        AnalyzeRequest(hand = HAND, seat = "landlord_down", last = "TT", lastSeat = "landlord", top = 1)
    println(post<Analysis>(at, "analyze", analyze).hints!![0].cards)
    val move = MoveRequest(hand = HAND, seat = "landlord_down", last = "TT@landlord", level = "novice", seed = 1)
    println(post<MoveAnswer>(at, "move", move).move.cards)
    println(post<CheckAnswer>(at, "check", CheckRequest(cards = "99", hand = "3499", last = "TT")).playable)
    val deal = DealtFields(hands = mapOf("landlord" to "33445566778899TTJJQQ"))
    val game = post<GameAnswer>(at, "game", GameRequest(deal = deal, history = listOf("334455667788")))
    println("${game.turn!!.seat} ${game.left["landlord"]}")
    println(post<DealAnswer>(at, "deal", DealRequest(seed = 7, variant = "paodekuai")).hands["0"])
    val bid = post<BidAnswer>(at, "bid", BidRequest(hand = HAND, bids = listOf("1")))
    println("${number(bid.recommended)} ${bid.place}")
}
