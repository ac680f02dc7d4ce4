import { attestationSchema } from '../../../../contract/e2ee/attestation.ts'
import { capabilitiesOf } from '../../../../contract/models/model.ts'
import { z } from '../../../../contract/zod.ts'
import type { AppContext } from '../../http/app-environment.ts'
import { invalidValue, standardError } from '../../http/http-error.ts'
import { sendJson, setHeaders } from '../../http/respond.ts'
import { consumeOperationRate } from '../../limits/rate-limiter.ts'
import type { WindowCounters } from '../../limits/window-counters.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import type { Operation } from '../../operations/openapi/json-schema.ts'
import type { Enclave } from './enclave.ts'

const NONCE = /^[0-9a-f]{64}$/i
const RATE = { kind: 'attestation', most: 10 }

/** What attesting needs from the service. */
export interface AttestationService {
  enclave: () => Promise<Enclave>
  catalogue: Catalogue
  counters: WindowCounters
}

/** `GET /tee/attestation?model=&nonce=`: the key that a model's enclave holds; no credentials needed. */
export function attestation({ enclave, catalogue, counters }: AttestationService) {
  let attested = 0
  return async (context: AppContext) => {
    const nonce = context.req.query('nonce') ?? ''
    if (!NONCE.test(nonce))
      throw invalidValue(['nonce'], 'invalid_format', 'nonce must be 64 hex digits.')
    const address = context.get('clientAddress') ?? 'none'
    const headers = await consumeOperationRate(counters, `address ${address}`, RATE)
    setHeaders(context, headers)
    const asked = context.req.query('model') ?? ''
    const served = await catalogue.resolve(asked)
    if (served === undefined || capabilitiesOf(served.model).supportsTeeAttestation !== true)
      throw standardError(
        404,
        `Model not found in an enclave: ${JSON.stringify(asked.slice(0, 100))}.`,
        'MODEL_NOT_FOUND',
      )
    const attester = await enclave()
    const isLikeProvider = context.get('likeProvider') === true
    attested += 1
    // The real one often fails for a moment, and gives its quote in hex.
    if (isLikeProvider && attested % 3 === 1)
      throw standardError(502, 'The attestation service is busy.', 'TEE_ATTESTATION_FAILED')
    const spelling = isLikeProvider ? 'hex' : undefined
    return sendJson(context, attester.attest(served.model.id, nonce.toLowerCase(), spelling))
  }
}

/** How the document of the API describes it. */
export const ATTESTATION: Operation = {
  method: 'get',
  path: '/tee/attestation',
  operationId: 'attestModel',
  tag: 'Models',
  summary: "Get the key of a model's enclave, attested",
  description: 'For end-to-end encryption: messages are sealed for this key.',
  access: 'anyone',
  parameters: [
    {
      name: 'model',
      in: 'query',
      required: true,
      description: 'A model with supportsTeeAttestation.',
      schema: z.string(),
    },
    {
      name: 'nonce',
      in: 'query',
      required: true,
      description: '64 hex digits of your choice; the response repeats them.',
      schema: z.string().check(z.regex(NONCE)),
    },
  ],
  answers: { 'application/json': { name: 'Attestation', schema: attestationSchema } },
  headers: ['rate-limit'],
  errors: [400, 404],
}
