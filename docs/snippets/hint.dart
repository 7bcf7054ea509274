// A hint button for Flutter; needs package:http.
import 'dart:convert';

import 'package:http/http.dart' as http;

/// A play: the cards to lift (ids separated by commas) or a pass, with the reasons.
class Play {
  Play(Map<String, dynamic> said)
      : cards = said['cards'] is List ? (said['cards'] as List).join(',') : '${said['cards']}',
        pass = said['pass'] == true,
        why = [for (final reason in said['why'] as List) '${reason['text']}'];

  final String cards;
  final bool pass;
  final List<String> why;
}

/// An error of the service, with a sentence for the player; `HTTP 502` if the answer is not from the service.
class Refused implements Exception {
  const Refused(this.status, this.detail);

  final int status;
  final String detail;

  @override
  String toString() => detail;
}

/// A button: each press returns the next hint; a new table starts again; null if a newer press has replaced this one.
class HintButton {
  HintButton(this.server);

  final Uri server;
  Uri? _asked;
  List<Play> _plays = [];
  int _pressed = 0;

  Future<Play?> press(Map<String, String> table) async {
    final mine = ++_pressed;
    final query = {'want': 'hints,move', 'order': 'robot', ...table};
    final address = server.replace(path: '/v1/analyze', queryParameters: query);
    if (address != _asked) {
      final plays = await _hints(address);
      if (mine != _pressed) return null;
      _asked = address;
      _plays = plays;
    }
    final play = _plays.removeAt(0);
    _plays.add(play);
    return play;
  }

  /// The legal plays in the order of the robot; if it would pass, the pass comes first.
  Future<List<Play>> _hints(Uri address) async {
    for (var tries = 1;; tries++) {
      final answer = await _get(address).onError<http.ClientException>((error, trace) => _get(address)); // once more if broken
      final wait = int.tryParse(answer.headers['retry-after'] ?? '') ?? 0;
      if (wait > 0 && wait < 9 && tries < 3) {
        await Future<void>.delayed(Duration(seconds: wait));
        continue;
      }
      final said = _parsed(answer.bodyBytes);
      if (answer.statusCode != 200 || said['move'] == null) {
        final detail = said['detail'];
        throw Refused(answer.statusCode, detail is String ? detail : 'HTTP ${answer.statusCode}');
      }
      final move = Play(said['move'] as Map<String, dynamic>);
      final plays = [for (final hint in said['hints'] as List) Play(hint as Map<String, dynamic>)];
      return [if (move.pass) move, ...plays.where((play) => !play.pass)];
    }
  }

  static Future<http.Response> _get(Uri address) => http.get(address).timeout(const Duration(seconds: 20));

  static Map<String, dynamic> _parsed(List<int> body) {
    try {
      final said = jsonDecode(utf8.decode(body));
      return said is Map<String, dynamic> ? said : {};
    } on FormatException {
      return {};
    }
  }
}
