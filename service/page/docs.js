// Start Swagger UI on the contract of this very server; nothing is fetched from elsewhere.
SwaggerUIBundle({ url: "/openapi.yaml", dom_id: "#swagger-ui", validatorUrl: null, deepLinking: true });
