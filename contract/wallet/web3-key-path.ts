/** Where a wallet gets an API key: `GET` for a token, `POST` with its signature (EIP-191). Not in the API reference. */
export const WEB3_KEY_PATH = '/api_keys/generate_web3_key'
