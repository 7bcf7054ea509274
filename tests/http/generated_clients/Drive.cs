// Sends each line of the input with the generated C# types, by WebClient and Json.NET: operation, types of request and
// answer, body.

using System;
using System.IO;
using System.Net;
using System.Text;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

static class Drive
{
    static readonly JsonSerializerSettings Plain = new JsonSerializerSettings {
        ConstructorHandling = ConstructorHandling.AllowNonPublicDefaultConstructor,
        NullValueHandling = NullValueHandling.Ignore, DateParseHandling = DateParseHandling.None };

    static Type Named(string name) { return Type.GetType("Org.OpenAPITools.Model." + name, true); }

    static string Send(string address, string operation, string request, string body)
    {
        using (var client = new WebClient { Encoding = Encoding.UTF8 })
        {
            var place = address + "/v1/" + operation;
            if (request == "") return client.DownloadString(place);
            client.Headers["Content-Type"] = "application/json";
            var given = JsonConvert.DeserializeObject(body, Named(request), Plain);
            return client.UploadString(place, JsonConvert.SerializeObject(given, Plain));
        }
    }

    static void Main(string[] arguments)
    {
        var lines = new StreamReader(Console.OpenStandardInput(), Encoding.UTF8);
        Console.OutputEncoding = new UTF8Encoding(false);
        for (string line; (line = lines.ReadLine()) != null;)
        {
            var parts = line.Split('\t');
            try
            {
                var answer = Send(arguments[0], parts[0], parts[1], parts[3]);
                var typed = JsonConvert.DeserializeObject(answer, Named(parts[2]), Plain);
                Console.WriteLine(JsonConvert.SerializeObject(typed, Plain));
            }
            catch (WebException refused)
            {
                var response = (HttpWebResponse)refused.Response;
                var problem = JObject.Parse(new StreamReader(response.GetResponseStream(), Encoding.UTF8).ReadToEnd());
                Console.WriteLine("{\"status\": " + (int)response.StatusCode + ", \"code\": \"" + problem["errors"][0]["code"] + "\"}");
            }
        }
    }
}
