/** An OpenAPI document as services write it, small: for tests. */
export const exampleDocument = {
  openapi: '3.1.0',
  info: { title: 'Example', version: '20260708.013127' },
  paths: {
    '/models': {
      get: {
        operationId: 'listModels',
        tags: ['Models'],
        summary: 'List models',
        parameters: [
          { name: 'type', in: 'query', schema: { type: 'string', enum: ['text', 'image'] } },
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } },
        ],
      },
    },
    '/x402/balance/{walletAddress}': {
      parameters: [{ $ref: '#/components/parameters/Wallet' }],
      get: { tags: ['Wallet'], summary: 'Balance of a wallet' },
    },
    '/image/edit': {
      post: {
        operationId: 'editImage',
        tags: ['Images'],
        summary: 'Edit an image',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Edit' },
              example: { prompt: 'Make it blue', image: 'https://example.com/a.png' },
            },
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['prompt', 'image'],
                properties: {
                  prompt: { type: 'string', minLength: 1 },
                  image: { type: 'string', format: 'binary' },
                  safe_mode: { type: 'boolean' },
                },
              },
            },
          },
        },
      },
    },
    'https://attacker.example/': { get: { summary: 'Not a path' } },
  },
  components: {
    parameters: { Wallet: { name: 'walletAddress', in: 'path', schema: { type: 'string' } } },
    schemas: {
      Edit: {
        type: 'object',
        required: ['prompt', 'image'],
        properties: {
          prompt: { type: 'string', minLength: 1, maxLength: 100 },
          image: { type: 'string' },
          again: { $ref: '#/components/schemas/Edit' },
        },
      },
    },
  },
}
