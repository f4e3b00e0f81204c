import org.openapitools.client.ApiClient;
import org.openapitools.client.api.SnippetsApi;
import org.openapitools.client.model.Snippet;
import org.openapitools.client.model.SnippetInput;

class OpenapiGenerator {
  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.setBasePath(System.getenv("BASE_URL"));
    client.setUsername(System.getenv("USER_NAME"));
    client.setPassword(System.getenv("PASSWORD"));
    SnippetsApi api = new SnippetsApi(client);

    String code = "print(\"gr\u00fc\u00dfe\")\n";
    long id = api.createSnippet(new SnippetInput().code(code), null, null).getId();
    if (!isListed(api, id)) throw new Exception(id + " is not in the list");
    String raw = api.getSnippetCode(id, null);
    if (!raw.equals(code)) throw new Exception("raw is " + raw);
    api.deleteSnippet(id, null, null);
    if (isListed(api, id)) throw new Exception(id + " was not deleted");
  }

  private static boolean isListed(SnippetsApi api, long id) throws Exception {
    for (Snippet snippet : api.listSnippets(null, null, null, null, null, null, null)) {
      if (snippet.getId() == id) return true;
    }
    return false;
  }
}
