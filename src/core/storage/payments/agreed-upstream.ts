import { localText } from '../db/browser-storage.ts'

/** The origin behind a relay that a person agreed to sign for; undefined before that. */
export function agreedUpstream(baseUrl: string): string | undefined {
  return localText.load(keyOf(baseUrl))
}

/** Remembers that a person agreed to the name of the API behind a relay, in place of the one before. */
export function agreeToUpstream(baseUrl: string, origin: string): void {
  localText.save(keyOf(baseUrl), origin)
}

function keyOf(baseUrl: string): string {
  return `playground.signsFor.${baseUrl}`
}
