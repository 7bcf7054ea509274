// A hint button for Android apps; needs kotlinx-coroutines.
package paili

import java.io.IOException
import java.net.HttpURLConnection
import java.net.SocketTimeoutException
import java.net.URL
import java.net.URLEncoder
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.withContext
import org.json.JSONArray
import org.json.JSONException
import org.json.JSONObject

/** A play: the cards to lift (ids separated by commas) or a pass, with the reasons. */
data class Play(val cards: String, val pass: Boolean, val why: List<String>)

/** An error of the service, with a sentence for the player; `HTTP 502` if the answer is not from the service. */
class Refused(val status: Int, val type: String, detail: String) : IOException(detail)

class Paili(private val server: String) {
    /** The legal plays in the order of the robot; if it would pass, the pass comes first. */
    suspend fun hints(table: Map<String, String>): List<Play> {
        val asked = mapOf("want" to "hints,move", "order" to "robot") + table
        val query = asked.map { (name, value) -> "$name=${URLEncoder.encode(value, "UTF-8")}" }.joinToString("&")
        val said = ask(URL("$server/v1/analyze?$query"), tries = 3)
        val hints = said.getJSONArray("hints")
        val plays = (0 until hints.length()).map { playOf(hints.getJSONObject(it)) }.filter { !it.pass } // without the row of the pass
        val move = playOf(said.getJSONObject("move"))
        return if (move.pass) listOf(move) + plays else plays
    }

    private suspend fun ask(url: URL, tries: Int): JSONObject {
        val (status, wait, text) = withContext(Dispatchers.IO) {
            try {
                get(url)
            } catch (late: SocketTimeoutException) {
                throw late
            } catch (_: IOException) {
                get(url) // a broken connection is tried again once
            }
        }
        if (wait in 1..8 && tries > 1) {
            delay(wait * 1000)
            return ask(url, tries - 1)
        }
        val said = try { JSONObject(text) } catch (_: JSONException) { JSONObject() }
        if (status == 200 && said.has("move")) return said
        throw Refused(status, said.optString("type"), said.opt("detail") as? String ?: "HTTP $status")
    }

    /** The status, the seconds of `Retry-After`, and the text of an answer. */
    private fun get(url: URL): Triple<Int, Long, String> {
        val connection = url.openConnection() as HttpURLConnection
        connection.connectTimeout = 20_000
        connection.readTimeout = 20_000
        val status = connection.responseCode
        val stream = if (status < 400) connection.inputStream else connection.errorStream
        val wait = connection.getHeaderField("Retry-After")?.toLongOrNull() ?: 0
        return Triple(status, wait, stream?.bufferedReader()?.use { it.readText() } ?: "")
    }

    private fun playOf(said: JSONObject): Play {
        val why = said.getJSONArray("why")
        val reasons = (0 until why.length()).map { why.getJSONObject(it).getString("text") }
        val cards = said.get("cards")
        return Play(if (cards is JSONArray) cards.join(",") else "$cards", said.optBoolean("pass"), reasons)
    }
}

/** A button: each press returns the next hint; a new table starts again. Cancel the job of a press before the next one. */
class HintButton(private val paili: Paili) {
    private var asked: Map<String, String>? = null
    private var plays = listOf<Play>()
    private var next = 0

    suspend fun press(table: Map<String, String>): Play {
        if (table != asked) {
            plays = paili.hints(table)
            asked = table
            next = 0
        }
        return plays[next++ % plays.size]
    }
}
