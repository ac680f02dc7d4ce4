import { from, open, stated, type Section } from '../statement.ts'

const standard = from('service/testing/conformance/limits.test.ts', 'the default limits')
const partner = from('service/testing/conformance/limits.test.ts', 'the partner limits')
const headers = from('service/testing/conformance/headers.test.ts', 'a header')
const window = from('service/app/limits/limits.test.ts', 'rate limits')
const models = from('service/app/inference/chat/chat.test.ts', 'the models list')

const tiers = ['XS', 'S', 'M', 'L']
const perTier = (whose: typeof standard, name: string) =>
  tiers.map((tier) =>
    stated(
      `${name} limits of tier ${tier}: requests and tokens per minute.`,
      whose(`of a text model of tier ${tier}`),
    ),
  )

const REQUEST_HEADERS = ['limit', 'remaining', 'reset']

export const LIMITS: Section = {
  title: 'Limits',
  statements: [
    stated(
      'Each text model has a tier in the model list.',
      models('needs no credentials, and lists text models unless another type is asked for'),
    ),
    ...perTier(standard, 'Default'),
    stated(
      'Default limit of image operations: 20 requests a minute.',
      standard('of an image operation'),
    ),
    ...perTier(partner, 'Partner'),
    stated(
      'Partner limit of image operations: 60 requests a minute.',
      partner('of an image operation'),
    ),
    open(
      'Audio 60 (partner 120), embedding 500, video queue 40 and retrieve 120 are known; the operations are not shown: the service limits its own by them.',
      standard('of all operations are known, also of those that are not here'),
      partner('of all operations are known, also of those that are not here'),
    ),
    stated(
      'The window is one minute.',
      from('service/app/limits/window-counters.test.ts')(
        'counts per name in windows aligned to the clock',
      ),
      window('count down per tier and key, and answer 429 with the time of the reset'),
    ),
    ...REQUEST_HEADERS.flatMap((which) =>
      ['requests', 'tokens'].map((what) =>
        stated(
          `\`x-ratelimit-${which}-${what}\` is a number${which === 'reset' ? (what === 'requests' ? ': Unix time of the reset' : ': seconds until the reset') : ''}.`,
          headers('tells a page of the limits as numbers, and resets in seconds'),
        ),
      ),
    ),
    stated(
      '`x-ratelimit-type` is there when a limit is enforced, and is user, api_key or global.',
      headers('calls the limit that was enforced one of user, api_key and global'),
    ),
    open(
      'A prompt beyond the context of the model is a 400.',
      from(
        'service/app/http/errors.test.ts',
        'validation',
      )('answers in OpenAI’s form when the context overflows'),
    ),
  ],
}
