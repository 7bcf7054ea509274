// Press the button of Hint.kt as the tests say: one line for each press.
import java.io.IOException
import kotlinx.coroutines.runBlocking
import paili.HintButton
import paili.Paili
import paili.Refused

fun main(asked: Array<String>) = runBlocking {
    val button = HintButton(Paili(asked[0]))
    for (line in asked.drop(1)) {
        val table = line.split("&").associate { it.substringBefore("=") to it.substringAfter("=") }
        try {
            val play = button.press(table)
            println(if (play.pass) "pass" else play.cards)
        } catch (refused: Refused) {
            println("${refused.status} ${refused.message}")
        } catch (_: IOException) {
            println("lost")
        }
    }
}
