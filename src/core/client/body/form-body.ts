import { redacted } from '../../../../contract/headers/secrets/secret-mask.ts'
import type { ExchangeFormField } from '../exchanges/exchange.ts'

/** One field of a form: a text, or a file with its name. */
export interface FormField {
  name: string
  value: string | { file: Blob; fileName: string }
}

/** A form as `fetch` takes it. */
export function formData(form: readonly FormField[]): FormData {
  const data = new FormData()
  for (const { name, value } of form)
    if (typeof value === 'string') data.append(name, value)
    else data.append(name, value.file, value.fileName)
  return data
}

/** What is recorded of a field: the bytes of a file are not. */
export function recordedField({ name, value }: FormField): ExchangeFormField {
  if (typeof value === 'string') return { name, text: value }
  const { file, fileName } = value
  return { name, fileName, mediaType: file.type, bytes: file.size }
}

/** What is recorded of a form of secrets. */
export function recordedSecrets(form: Readonly<Record<string, string>>): ExchangeFormField[] {
  return Object.entries(form).map(([name, value]) => ({ name, text: redacted(value) }))
}

/** Bytes of the contents; what the browser puts between them is not known. */
export function formBytes(form: readonly FormField[] = []): number {
  const encoder = new TextEncoder()
  return form.reduce(
    (sum, { value }) =>
      sum + (typeof value === 'string' ? encoder.encode(value).byteLength : value.file.size),
    0,
  )
}
