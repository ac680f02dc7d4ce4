import { from, open, stated, type Section } from '../statement.ts'

const every = from('service/testing/conformance/headers.test.ts', 'every answer')
const one = from('service/testing/conformance/headers.test.ts', 'a header')
const address = from('service/testing/conformance/headers.test.ts', 'the address')
const edit = from('service/app/images/image-edit.test.ts')
const always = every('has a type, a date, a revision and a request id of its own')
const silent = every('says nothing of what did not happen')
const file =
  'the answer > is a file with its type, its name, its model, its flags, limits and balance'

export const HEADERS: Section = {
  title: 'Versioning and response headers',
  statements: [
    stated(
      'The address has the version segment `/api/v1`.',
      address('carries the version, and leads nowhere without it'),
    ),
    stated('`x-vendor-version` is on every answer, as `<YYYYMMDD.HHMMSS>`.', always),
    stated(
      'A deprecated model is told by `x-vendor-model-deprecation-warning` and `-date`, an ISO 8601 date.',
      from(
        'service/app/inference/chat/chat.test.ts',
        'a chat completion',
      )('carries deprecation headers for a deprecated model'),
      from(
        'service/app/inference/chat/routing.test.ts',
        'the way to a model',
      )('refuses a Pro model with 401, and names the retirement of a deprecated one'),
    ),
    stated(
      '`modelId` is replaced by `model`.',
      edit('the body > takes all ids of the deprecated modelId, and says that it is deprecated'),
    ),
    stated(
      '`max_tokens` is replaced by `max_completion_tokens`.',
      from(
        'service/app/inference/chat/chat-parameters.test.ts',
        'ending an answer',
      )('takes the older limit, ignores it at 0 or below, and prefers the newer one'),
    ),
    stated('`Content-Type` is always there.', always),
    stated('`Date` is always there, as in RFC 7231.', always),
    stated('`CF-RAY` is always there, another for each request.', always),
    stated(
      '`Content-Encoding` follows `Accept-Encoding`.',
      from(
        'service/app/auth/guard-over-http.test.ts',
        'every answer',
      )('is compressed as the client likes it, unless it is a stream'),
    ),
    stated('`Content-Disposition` names files.', edit(file)),
    stated(
      '`x-vendor-timestamp` is there when time is tracked, in ISO 8601.',
      one('returns the version and the timestamp of a client that sends them, and ours'),
      silent,
    ),
    stated(
      '`x-vendor-host-name` is on errors.',
      every('names the host on errors, and on nothing else'),
    ),
    stated(
      '`x-vendor-model-id` is on inference.',
      every('of inference names the model by id and in words'),
    ),
    stated(
      '`x-vendor-model-name` is on inference.',
      every('of inference names the model by id and in words'),
    ),
    stated(
      '`x-vendor-model-router` tells the way to the model where there was one.',
      from('service/app/inference/chat/routing.test.ts', 'the way to a model')(
        'sandbox-chat is told as null',
        'default is told as trait=default',
      ),
    ),
    stated(
      '`x-pagination-limit`, `-page` from 1, `-total` and `-total-pages` are on lists in pages.',
      one('numbers the pages of a list from 1'),
    ),
    stated(
      '`x-vendor-is-blurred` is true or false on images.',
      edit('the sandbox’s classifier > blurs adult content in safe mode, and only then'),
    ),
    ...['is-content-violation', 'is-adult-model-content-violation', 'contains-minor'].map((name) =>
      stated(
        `\`x-vendor-${name}\` is true or false on images.`,
        edit(file, 'the sandbox’s classifier > reads the name of the file and the text in a PNG'),
      ),
    ),
    stated(
      '`x-vendor-middleface-version` and `x-vendor-mobile-version` are on requests of those clients.',
      one('returns the version and the timestamp of a client that sends them, and ours'),
      silent,
    ),
    stated(
      '`x-vendor-request-timestamp-ms` is there when the client sends a timestamp.',
      one('returns the version and the timestamp of a client that sends them, and ours'),
      silent,
    ),
    stated(
      '`x-vendor-control-instance` is on image generation, which has no address in the contract; nowhere else.',
      silent,
    ),
    stated(
      '`x-auth-refreshed` is there when credentials were refreshed; keys and wallets here never are.',
      silent,
    ),
    stated(
      '`x-retry-count` is there when something was tried again.',
      one('counts the retries that a busy model made necessary'),
      silent,
    ),
    stated(
      'Names mean the same in any letter case.',
      one('has the same meaning in any letter case'),
    ),
    stated(
      'Booleans are the words true and false, balances are text.',
      edit(file),
      from('service/testing/conformance/effects.test.ts')(
        'the balance headers of a key tell what it held before',
      ),
    ),
    open(
      'A page of an allowed origin can read every header of the contract; no other page can read any.',
      from(
        'service/app/auth/guard-over-http.test.ts',
        'an allowed origin',
      )('is answered by exact echo, with every header of the contract exposed'),
      from(
        'service/app/auth/guard-over-http.test.ts',
        'another website',
      )('gets no CORS headers, and no answer to a preflight'),
    ),
  ],
}
