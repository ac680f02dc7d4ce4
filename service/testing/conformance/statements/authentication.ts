import { from, open, stated, type Section } from '../statement.ts'

const credentials = from('service/app/http/errors.test.ts', 'credentials')
const chat = from('service/app/inference/chat/chat.test.ts', 'a chat completion')
const who = from('service/app/auth/sign-in/sign-in.test.ts', 'who may use what')
const ledger = from('service/app/inference/chat/chat.test.ts', 'the ledger behind it')
const models = from('service/app/inference/chat/chat.test.ts', 'the models list')
const characters = from('service/app/models/characters.test.ts')

export const AUTHENTICATION: Section = {
  title: 'Keys, balances and the other operations',
  statements: [
    stated(
      'A key is sent as `Authorization: Bearer <API_KEY>`; one that is not known is a 401.',
      credentials(
        'answers 401 for a key it does not know, and takes further keys from the environment',
      ),
    ),
    stated(
      'Keys are secret: the page of this service alone is told its own.',
      from('service/node/hosting/delivery.test.ts', 'config.json')(
        'gives the key to our own page only',
        'keeps the key in a file that only its owner can read',
      ),
      from(
        'service/app/auth/guard-over-http.test.ts',
        'every answer',
      )('is logged without bodies, queries and secrets'),
    ),
    stated(
      '`x-vendor-balance-usd` and `x-vendor-balance-diem` tell a key its balance before the request.',
      chat('has the contract’s shape, headers, usage and cost'),
      from('service/testing/conformance/effects.test.ts')(
        'the balance headers of a key tell what it held before',
      ),
    ),
    stated(
      'Prepaid credit is consumed per request.',
      ledger('takes exactly the cost that the answers declare'),
    ),
    stated(
      'Some models are for Pro users only: 401.',
      from('service/app/http/errors.test.ts', 'models that fail')('sandbox-pro answers 401'),
    ),
    stated(
      '`GET /api_keys/rate_limits` gives a key its limits.',
      ledger('answers with limits and balances for a key'),
    ),
    open(
      'It has limits by model, and balances.',
      from(
        'service/app/inference/chat/routing.test.ts',
        'the partner tier',
      )('has its own limits, in the headers and in the list'),
    ),
    open(
      'A sign-in counts for nothing where only keys do.',
      who('ignores a sign-in on operations for keys only'),
    ),
    open(
      '`GET /models` lists models by type, without credentials; traits and mappings have lists of their own.',
      models(
        'needs no credentials, and lists text models unless another type is asked for',
        'names traits and compatible models',
      ),
    ),
    open(
      '`GET /characters` and `GET /characters/{slug}` give public characters, for keys.',
      characters(
        'GET /characters > lists the public characters in the documented shape',
        'GET /characters > searches, filters, sorts and pages',
        'GET /characters > needs an API key',
        'GET /characters/{slug} > gives one character, and 404 for another name',
      ),
    ),
    open(
      'Image generation, audio, video and their queued jobs, embeddings, billing and blockchain RPC have no address in the contract; those of this service are in its OpenAPI document.',
      from(
        'service/app/operations/openapi/openapi.test.ts',
        'GET /openapi.json',
      )('describes every route of the service and no other'),
    ),
  ],
}
