import { from, open, stated, type Section } from '../statement.ts'

const file = 'service/app/http/errors.test.ts'
const validation = from(file, 'validation')
const credentials = from(file, 'credentials')
const failing = from(file, 'models that fail')
const budget = from('service/app/limits/limits.test.ts', 'the failure budget')
const limits = from('service/app/limits/limits.test.ts', 'rate limits')
const who = from('service/app/auth/sign-in/sign-in.test.ts', 'who may use what')
const wallet = from('service/app/money/payments/wallet.test.ts', 'limits and refusals')
const advice = from('contract/errors/read-service-error.test.ts', 'readServiceError')
const fuzz = from(
  'service/testing/fuzz/routes-fuzz.test.ts',
  'made-up requests are answered without a 500, a hang or anybody else’s data',
)

export const ERRORS: Section = {
  title: 'Errors',
  statements: [
    stated(
      '400 with a detailed error for invalid parameters.',
      validation('answers 400 with the tree and the list of every fault'),
    ),
    stated(
      '401 when authentication fails, and for models of Pro users.',
      credentials(
        'answers 401 for a key it does not know, and takes further keys from the environment',
      ),
      failing('sandbox-pro answers 401'),
    ),
    stated('415 for another content type.', validation('answers 415 for anything but JSON')),
    stated(
      '429 above a rate limit.',
      limits('count down per tier and key, and answer 429 with the time of the reset'),
    ),
    stated('500 when inference fails.', failing('sandbox-broken answers 500')),
    stated('503 for a model at capacity.', failing('sandbox-busy answers 503')),
    stated(
      '504 for an answer that takes too long; a stream of the same model is answered.',
      failing(
        'sandbox-slow answers 504',
        'gives up on an answer that is not streamed after the deadline',
      ),
      from('service/testing/conformance/effects.test.ts')(
        'a slow model answers when it is streamed',
      ),
    ),
    stated(
      '402 for a key: a standard error with the code INSUFFICIENT_BALANCE.',
      credentials('answers 402 when the balance does not cover the most a request can cost'),
    ),
    stated(
      '402 without credentials: `x402Version`, `resource`, `accepts` and the extension `sign-in-with-x`.',
      credentials('answers 402 discovery without any, with a fresh challenge each time'),
      wallet('prices discovery at $10 on inference, and tells the three 402s apart'),
    ),
    stated(
      '402 for a wallet without credit: PAYMENT_REQUIRED with `topUpInstructions`, `supportedTokens`, `supportedChains` and a fresh `siwxChallenge`.',
      who('answers a signed-in wallet without credit with all it needs to top up'),
    ),
    stated(
      'The header `PAYMENT-REQUIRED` is on every 402 about wallets, as base64 of JSON.',
      who('answers a signed-in wallet without credit with all it needs to top up'),
      credentials('answers 402 discovery without any, with a fresh challenge each time'),
      from(
        'service/app/money/payments/top-up.test.ts',
        "top-ups on 'SQLite' > a top-up without a payment",
      )('is a 402 with the ways to pay, the same in body and header'),
    ),
    stated(
      'More than 20 failures in 30 seconds block every request for 30 seconds, and the message says so.',
      budget('blocks a caller after more than 20 failures, and nobody else'),
      from('service/app/limits/failure-budget.test.ts')(
        'blocks after more failures than the budget, for the block time, and only that caller',
        'forgets failures that are older than the window',
      ),
    ),
    stated(
      'When to try again is in the answer, as `x-ratelimit-reset-requests` for 429.',
      limits('count down per tier and key, and answer 429 with the time of the reset'),
      advice('works out when to retry from the header that asks for the longest wait'),
    ),
    open(
      'A standard error is `{ error, code }`; a detailed one has `details` as a tree and `issues` as a list.',
      validation('answers 400 with the tree and the list of every fault'),
      failing('answers 404 with a StandardError for an unknown operation'),
    ),
    open('404 for a model that is not there.', failing('not-there answers 404')),
    open(
      '413 for a body above 35 MB.',
      validation('answers 413 above the limit, declared or counted'),
    ),
    open(
      '400 for JSON of more than 200 levels, 25,000 objects and arrays, 30,000 keys or 50,000 values, for more than 8 MB of text in one string or outside of strings, and for more than 5,000 messages.',
      from('service/app/http/body/read-body.test.ts')(
        'behavior: the most levels that are read are read, and one more is refused',
        'behavior: the most objects and arrays that are read are read, and one more is refused',
        'behavior: the most keys that are read are read, and one more is refused',
        'behavior: the most values that are read are read, and one more is refused',
        'behavior: the longest text is read, and a longer one with spaces is refused',
        'behavior: numbers and white space are read up to a limit of their own',
      ),
      from(
        'service/node/ingress.test.ts',
        'a body of very many small things',
      )('behavior: more messages than are read is one fault, found before any is validated'),
    ),
    open(
      '408 for a body that does not arrive, where no key is asked for; 431 for more than 100 headers.',
      from(
        'service/node/ingress.test.ts',
        'a body that does not arrive',
      )('behavior: hundreds of them keep nobody else from an answer'),
      from(
        'service/node/ingress.test.ts',
        'headers',
      )(
        'behavior: are all read or the request is refused: an Origin after a hundred others is 431',
      ),
    ),
    open('A failure costs nothing.', failing('charges nothing for a failure')),
    open(
      'No made-up request leads to a 500, to a hang or to the data of another.',
      from('service/app/inference/chat/chat-fuzz.test.ts')(
        'answers 1000 made-up bodies: never a 500, never a hang, always a valid body',
      ),
      fuzz(
        'POST /chat/completions (wallet)',
        'POST /image/edit (JSON)',
        'POST /image/edit (form)',
        'POST /x402/top-up',
        'GET /x402/balance/{wallet}',
        'GET /x402/transactions/{wallet}',
        'GET /api_keys/rate_limits',
        'GET /models',
        'GET /models/traits',
        'GET /models/compatibility_mapping',
        'GET /characters',
        'GET /characters/{slug}',
        'POST /local/rpc/evm',
        'POST /local/rpc/solana',
        'POST /local/faucet',
        'GET /config.json',
        'GET /local/allow-origin',
        'GET anywhere',
        'any method, anywhere',
      ),
    ),
  ],
}
