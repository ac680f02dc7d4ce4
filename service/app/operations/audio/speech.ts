import { pcmBytes, wavFile } from '../../../../contract/media/wav.ts'
import type { AppContext } from '../../http/app-environment.ts'
import { readJson } from '../../http/body/read-json.ts'
import { requireValid } from '../../http/http-error.ts'
import { respond } from '../../http/respond.ts'
import { setHeaders } from '../../http/set-headers.ts'
import { operationLimit } from '../../limits/customer-tier.ts'
import { modelHeaders } from '../../models/model-headers.ts'
import { modelOfType } from '../../models/model-of-type.ts'
import { SPEECH_MICRO_USD_PER_MILLION } from '../../money/usage-prices.ts'
import { paidCall, type PaidServices } from '../paid-call.ts'
import { speechRequestSchema } from './audio-request.ts'
import { SAMPLE_RATE, tonesOf } from './tones.ts'

/** `POST /audio/speech`: a text in, a sound file out: a tone for every letter. */
export function speech(services: PaidServices) {
  return async (context: AppContext): Promise<Response> => {
    const { id: owner } = await services.authenticator.requireCaller(context)
    const request = requireValid(speechRequestSchema, await readJson(context.req.raw))
    const { input, voice = 'alloy', speed = 1, response_format: format = 'wav' } = request
    const model = await modelOfType(request.model ?? 'sandbox-tts', 'tts', services.catalogue)
    setHeaders(context, modelHeaders(model))
    const call = {
      owner,
      sku: model.id,
      microUsd: Math.ceil((input.length * SPEECH_MICRO_USD_PER_MILLION) / 1_000_000),
      rate: operationLimit(services.limits, 'audio'),
      cheaper: 'send a shorter text',
    }
    const bytes = await paidCall(context, services, call, async ({ signal }) => {
      const samples = await tonesOf(input, { voice, speed }, signal)
      return format === 'wav' ? wavFile(samples, SAMPLE_RATE) : pcmBytes(samples)
    })
    setHeaders(context, {
      'Content-Type': `audio/${format}`,
      'Content-Disposition': `attachment; filename="speech.${format}"`,
      'Content-Length': String(bytes.byteLength),
    })
    return respond(context, bytes)
  }
}
