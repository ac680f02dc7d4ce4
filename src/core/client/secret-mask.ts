import type { HeaderList } from '../../../contract/headers/header-list.ts'

/** Shorter values are no secrets, and would be found in any text. */
const MIN_SECRET_LENGTH = 6

/** What authenticates a request and must not be seen again. */
export function secretsOf(credentials: HeaderList): readonly string[] {
  return credentials.flatMap(([name, value]) => {
    const scheme = name.toLowerCase() === 'authorization' ? /^[\w-]+\s+/ : /^Bearer\s+/i
    const token = value.replace(scheme, '')
    return [token, ...passwordIn(value)].filter(({ length }) => length >= MIN_SECRET_LENGTH)
  })
}

/** The password of basic authentication, which a server decodes before it repeats it. */
function passwordIn(value: string): string[] {
  const [, base64 = ''] = /^Basic\s+([A-Za-z0-9+/]+={0,2})$/i.exec(value) ?? []
  try {
    return [atob(base64).replace(/^[^:]*:/, '')]
  } catch {
    return []
  }
}
