// Sends each line of the input by the generated Java client: operation, types of request and answer, body.

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.GamesApi;
import org.openapitools.client.api.PlayApi;

public class Drive {
    static final ObjectMapper MAPPER = ApiClient.createDefaultObjectMapper();
    static PlayApi play;
    static GamesApi games;

    static Object send(String operation, String request, String body) throws Exception {
        if (request.isEmpty()) {
            return GamesApi.class.getMethod(operation).invoke(games);
        }
        Class<?> type = Class.forName("org.openapitools.client.model." + request);
        Object given = MAPPER.readValue(body, type);
        return PlayApi.class.getMethod(operation, type, String.class).invoke(play, given, null);
    }

    public static void main(String[] arguments) throws Exception {
        ApiClient client = new ApiClient();
        client.updateBaseUri(arguments[0]);
        play = new PlayApi(client);
        games = new GamesApi(client);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = lines.readLine()) != null; ) {
            String[] parts = line.split("\t", -1);
            try {
                System.out.println(MAPPER.writeValueAsString(send(parts[0], parts[1], parts[3])));
            } catch (InvocationTargetException error) {
                if (!(error.getCause() instanceof ApiException)) {
                    throw error;
                }
                ApiException refused = (ApiException) error.getCause();
                String code = MAPPER.readTree(refused.getResponseBody()).at("/errors/0/code").asText();
                System.out.println("{\"status\": " + refused.getCode() + ", \"code\": \"" + code + "\"}");
            }
        }
    }
}
