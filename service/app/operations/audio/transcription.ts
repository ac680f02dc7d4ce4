import { FILE_SIZE_LIMIT_BYTES } from '../../../../contract/limits/sizes.ts'
import { readWav, type WavHeader } from '../../../../contract/media/wav.ts'
import type { AppContext } from '../../http/app-environment.ts'
import { readForm } from '../../http/body/read-form.ts'
import { invalidValue, requireValid, standardError } from '../../http/http-error.ts'
import { sendJson, sendText } from '../../http/send-json.ts'
import { setHeaders } from '../../http/set-headers.ts'
import { operationLimit } from '../../limits/customer-tier.ts'
import { modelHeaders } from '../../models/model-headers.ts'
import { modelOfType } from '../../models/model-of-type.ts'
import { TRANSCRIPTION_MICRO_USD_PER_SECOND } from '../../money/usage-prices.ts'
import { paidCall, type PaidServices } from '../paid-call.ts'
import { transcriptionRequestSchema } from './audio-request.ts'
import { loudnessOf, type Loudness } from './loudness.ts'

/** `POST /audio/transcriptions`: a WAV file in, what was measured of it out. */
export function transcription(services: PaidServices) {
  return async (context: AppContext): Promise<Response> => {
    const { id: owner } = await services.authenticator.requireCaller(context)
    const { file, ...request } = await readRequest(context.req.raw)
    const model = await modelOfType(request.model ?? 'sandbox-asr', 'asr', services.catalogue)
    setHeaders(context, modelHeaders(model))
    const facts = await factsOf(file)
    const call = {
      owner,
      sku: model.id,
      microUsd: Math.max(1, Math.ceil(facts.seconds)) * TRANSCRIPTION_MICRO_USD_PER_SECOND,
      rate: operationLimit(services.limits, 'audio'),
      cheaper: 'send shorter audio',
    }
    const text = await paidCall(context, services, call, () => Promise.resolve(inWords(facts)))
    if (request.response_format === 'text')
      return sendText(context, `${text}\n`, 'text/plain; charset=utf-8')
    if (request.response_format !== 'verbose_json') return sendJson(context, { text })
    const duration = Math.round(facts.seconds * 1000) / 1000
    return sendJson(context, {
      task: 'transcribe',
      language: 'und',
      duration,
      text,
      segments: [{ id: 0, start: 0, end: duration, text }],
    })
  }
}

async function readRequest(request: Request) {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'multipart/form-data')
    throw standardError(
      415,
      'Invalid request content type. Send multipart/form-data with the audio as file.',
      'INVALID_CONTENT_TYPE',
    )
  return requireValid(transcriptionRequestSchema, Object.fromEntries(await readForm(request)))
}

/** @throws HttpError 400 for anything but a WAV file, 413 for a large one */
async function factsOf(file: File): Promise<WavHeader & Loudness> {
  if (file.size >= FILE_SIZE_LIMIT_BYTES)
    throw standardError(
      413,
      `file has ${file.size} bytes, but must be smaller than ${FILE_SIZE_LIMIT_BYTES / 1_000_000} MB.`,
      'PAYLOAD_TOO_LARGE',
    )
  const bytes = new Uint8Array(await file.arrayBuffer())
  const header = readWav(bytes)
  if (header) return { ...header, ...loudnessOf(bytes, header) }
  const message = 'file is not a complete WAV file; only WAV is supported.'
  throw invalidValue(['file'], 'custom', message)
}

function inWords(facts: WavHeader & Loudness): string {
  const { encoding, channels, sampleRate, bitsPerSample, seconds, peakDb, meanDb } = facts
  const kind = encoding === 1 ? 'PCM' : encoding === 3 ? 'floating point' : `encoding ${encoding}`
  const loudness =
    peakDb === undefined || meanDb === undefined
      ? ''
      : `, peak ${peakDb.toFixed(1)} dBFS, mean ${meanDb.toFixed(1)} dBFS`
  return (
    "This model doesn't recognize speech; it measured the file. " +
    `WAV, ${bitsPerSample}-bit ${kind}, ${channels} ${channels === 1 ? 'channel' : 'channels'}, ` +
    `${sampleRate} Hz, ${seconds.toFixed(2)} s${loudness}.`
  )
}
