import { z } from '../../../contract/zod.ts'

const headers = z.array(z.object({ name: z.string(), value: z.string() }))

/** A field of a form: a text, or a file of which only type and size are known. */
const param = z.object({
  name: z.string(),
  value: z.exactOptional(z.string()),
  fileName: z.exactOptional(z.string()),
  contentType: z.exactOptional(z.string()),
  _bytes: z.exactOptional(z.number()),
})

const chunk = z.tuple([z.number().check(z.gte(0)), z.int().check(z.gte(0))])

/** How a response ended: whole, dropped by the service, or because the client left. */
const end = z.enum(['complete', 'dropped', 'client left'])

/** An entry of HAR 1.2, as far as a replay needs it; `_recording` is what the format has no place for. */
export const harEntrySchema = z.object({
  startedDateTime: z.string(),
  time: z.number(),
  request: z.object({
    method: z.string(),
    url: z.string().check(z.refine((url) => URL.canParse(url), 'must be a URL')),
    headers,
    postData: z.exactOptional(
      z.object({
        mimeType: z.string(),
        text: z.exactOptional(z.string()),
        params: z.exactOptional(z.array(param)),
      }),
    ),
  }),
  response: z.object({
    status: z.int().check(z.gte(0), z.lte(599)),
    headers,
    content: z.object({
      mimeType: z.exactOptional(z.string()),
      text: z.exactOptional(z.string()),
      encoding: z.exactOptional(z.string()),
    }),
  }),
  timings: z.exactOptional(z.object({ receive: z.exactOptional(z.number()) })),
  _recording: z.exactOptional(
    z.object({
      version: z.literal(1),
      /** When the headers left, ms from the arrival of the request. */
      headers: z.number(),
      /** When each chunk left, ms from the arrival of the request, and its length in bytes. */
      chunks: z.array(chunk),
      end,
    }),
  ),
  /** What an export of the page says beside it. */
  _exchange: z.exactOptional(
    z.object({
      outcome: z.exactOptional(z.string()),
      timing: z.exactOptional(
        z.object({ headers: z.exactOptional(z.number()), end: z.exactOptional(z.number()) }),
      ),
      events: z.exactOptional(
        z.array(z.object({ at: z.number(), event: z.exactOptional(z.string()), data: z.string() })),
      ),
      request: z.exactOptional(
        z.object({
          form: z.exactOptional(
            z.array(
              z.object({
                name: z.string(),
                text: z.exactOptional(z.string()),
                mediaType: z.exactOptional(z.string()),
                bytes: z.exactOptional(z.number()),
              }),
            ),
          ),
        }),
      ),
    }),
  ),
})

export type HarEntry = z.output<typeof harEntrySchema>
export type HarParam = z.output<typeof param>
export type HarPostData = NonNullable<HarEntry['request']['postData']>
export type RecordedChunk = z.output<typeof chunk>
export type RecordedEnd = z.output<typeof end>

/** The file of HAR 1.2 with one entry. */
export function harFile(entry: object): string {
  const creator = { name: 'Vendor Playground', version: '1' }
  return `${JSON.stringify({ log: { version: '1.2', creator, entries: [entry] } })}\n`
}
