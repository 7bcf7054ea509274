// A hint button for Unity; needs the package com.unity.nuget.newtonsoft-json.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using UnityEngine;
using UnityEngine.Networking;

namespace Paili
{
    /// <summary>A play: the cards to lift (ids separated by commas) or a pass, with the reasons.</summary>
    public sealed class Play
    {
        public readonly string Cards;
        public readonly bool Pass;
        public readonly string[] Why;

        internal Play(JToken said)
        {
            Cards = said["cards"] is JArray ids ? string.Join(",", ids) : (string)said["cards"];
            Pass = (bool?)said["pass"] ?? false;
            Why = said["why"].Select(reason => (string)reason["text"]).ToArray();
        }
    }

    /// <summary>A button: each press finds the next hint; a new table starts again, and late answers are dropped.</summary>
    public sealed class HintButton
    {
        private readonly string server;
        private string asked;
        private List<Play> plays;
        private int next, pressed;

        public HintButton(string server)
        {
            this.server = server;
        }

        /// <summary>
        /// A coroutine. `failed` gets the status (0 without a network) and a sentence for the player, or `HTTP 502` if the
        /// answer is not from the service.
        /// </summary>
        public IEnumerator Press(IDictionary<string, string> table, Action<Play> found, Action<long, string> failed)
        {
            int mine = ++pressed;
            var query = table.Select(field => field.Key + "=" + UnityWebRequest.EscapeURL(field.Value));
            string address = server + "/v1/analyze?want=hints,move&order=robot&" + string.Join("&", query);
            bool again = true; // after a broken connection, once
            for (int tries = 1; address != asked; tries++)
            {
                using (UnityWebRequest request = UnityWebRequest.Get(address))
                {
                    request.timeout = 20;
                    yield return request.SendWebRequest();
                    int.TryParse(request.GetResponseHeader("Retry-After"), out int wait);
                    if (wait > 0 && wait < 9 && tries < 3)
                    {
                        yield return new WaitForSecondsRealtime(wait);
                        if (mine != pressed) yield break;
                        continue;
                    }
                    if (mine != pressed) yield break;
                    bool broken = request.result == UnityWebRequest.Result.ConnectionError && request.error != "Request timeout";
                    if (broken && again)
                    {
                        again = false;
                        continue;
                    }
                    JObject said = Parsed(request.downloadHandler.text);
                    if (request.responseCode != 200 || said["move"] == null)
                    {
                        bool explained = said["detail"] is JValue detail && detail.Type == JTokenType.String;
                        string status = request.responseCode > 0 ? "HTTP " + request.responseCode : request.error;
                        failed(request.responseCode, explained ? (string)said["detail"] : status);
                        yield break;
                    }
                    plays = said["hints"].Select(hint => new Play(hint)).Where(play => !play.Pass).ToList();
                    Play move = new Play(said["move"]);
                    if (move.Pass) plays.Insert(0, move);
                    asked = address;
                    next = 0;
                }
            }
            found(plays[next++ % plays.Count]);
        }

        private static JObject Parsed(string text)
        {
            try
            {
                return JToken.Parse(text) as JObject ?? new JObject();
            }
            catch (JsonException)
            {
                return new JObject();
            }
        }
    }
}
