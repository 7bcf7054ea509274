// Presses the button of Hint.cs as the tests require; prints one line for each press. The classes of Unity that it uses
// are replaced: a request is answered while it is sent, and a coroutine runs to its end.
using System;
using System.Collections;
using System.IO;
using System.Linq;
using System.Net;
using System.Threading;

namespace UnityEngine
{
    public sealed class WaitForSecondsRealtime
    {
        public WaitForSecondsRealtime(float time) => Thread.Sleep((int)(time * 1000));
    }
}

namespace UnityEngine.Networking
{
    public sealed class DownloadHandler
    {
        public string text = "";
    }

    public sealed class UnityWebRequest : IDisposable
    {
        public enum Result { InProgress, Success, ConnectionError, ProtocolError, DataProcessingError }

        private readonly string address;
        private WebHeaderCollection headers = new WebHeaderCollection();

        private UnityWebRequest(string address) => this.address = address;

        public DownloadHandler downloadHandler { get; } = new DownloadHandler();
        public long responseCode { get; private set; }
        public string error { get; private set; }
        public Result result { get; private set; }
        public int timeout { get; set; }

        public static UnityWebRequest Get(string uri) => new UnityWebRequest(uri);

        public static string EscapeURL(string s) => Uri.EscapeDataString(s);

        public string GetResponseHeader(string name) => headers[name];

        public object SendWebRequest()
        {
            var request = WebRequest.CreateHttp(address);
            HttpWebResponse response = null;
            try
            {
                response = (HttpWebResponse)request.GetResponse();
            }
            catch (WebException failure)
            {
                response = failure.Response as HttpWebResponse;
                error = failure.Message;
            }
            result = response == null ? Result.ConnectionError : error == null ? Result.Success : Result.ProtocolError;
            if (response == null) return null;
            using (response)
            using (var reader = new StreamReader(response.GetResponseStream()))
            {
                responseCode = (long)response.StatusCode;
                headers = response.Headers;
                downloadHandler.text = reader.ReadToEnd();
            }
            return null;
        }

        public void Dispose()
        {
        }
    }
}

static class Run
{
    static void Main(string[] asked)
    {
        Console.OutputEncoding = new System.Text.UTF8Encoding(false);
        var button = new Paili.HintButton(asked[0]);
        foreach (string line in asked.Skip(1))
        {
            var table = line.Split('&').ToDictionary(field => field.Split('=')[0], field => field.Split('=')[1]);
            IEnumerator press = button.Press(
                table,
                play => Console.WriteLine(play.Pass ? "pass" : play.Cards),
                (status, detail) => Console.WriteLine(status > 0 ? status + " " + detail : "lost"));
            while (press.MoveNext()) { }
        }
    }
}
