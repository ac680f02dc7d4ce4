import { startTestService, type TestService, type TestServiceOptions } from './start-service.ts'

/** A service for tests of image edits. */
export interface EditService extends TestService {
  /** A key that was not used before: each has its own limits and credit. */
  freshKey(): string
  /** Edits with a fresh key, unless one is given. */
  edit(body: object, key?: string): Promise<Response>
  /** The same with a form. */
  editForm(fields: Record<string, string | File>, key?: string): Promise<Response>
  /** Credit of a key, USD. */
  balance(key: string): Promise<number>
}

/** Starts a service with many keys. Stop it when the test ends. */
export async function startEditService(
  options: Pick<TestServiceOptions, 'times' | 'outboundPolicy'> = {},
): Promise<EditService> {
  const keys = Array.from({ length: 400 }, (_, index) => `edit-key-${index}`)
  const service = await startTestService({ env: { VENDOR_API_KEYS: keys.join(',') }, ...options })
  const freshKey = () => keys.pop() ?? ''
  return {
    ...service,
    freshKey,
    edit: (body, key = freshKey()) =>
      service.call('/image/edit', body, { Authorization: `Bearer ${key}` }),
    editForm: (fields, key = freshKey()) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.append(name, value)
      return fetch(`${service.baseUrl}/image/edit`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}` },
        body,
      })
    },
    balance: async (key) => {
      const answer = await service.call('/api_keys/rate_limits', undefined, {
        Authorization: `Bearer ${key}`,
      })
      const body: { data: { balances: { USD: number } } } = await answer.json()
      return body.data.balances.USD
    },
  }
}

/** The bytes of an answer; one with another status fails with its body. */
export async function imageOf(response: Response): Promise<Buffer> {
  const bytes = Buffer.from(await response.arrayBuffer())
  if (response.status !== 200) throw new Error(`${response.status} ${bytes.toString()}`)
  return bytes
}

/** The status, code and first sentence of a refusal. */
export async function refusalOf(response: Response) {
  const body: { error?: string; code?: string; issues?: { message: string }[] } =
    await response.json()
  const sentences = body.issues?.map(({ message }) => message)
  return { status: response.status, code: body.code, message: sentences?.join(' ') ?? body.error }
}
