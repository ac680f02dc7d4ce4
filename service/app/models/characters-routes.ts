import type { Authenticator } from '../auth/authenticate.ts'
import type { AppContext } from '../http/app-environment.ts'
import { validationError } from '../http/http-error.ts'
import { pageHeaders } from '../http/page-headers.ts'
import { sendJson } from '../http/send-json.ts'
import { readCharacterQuery, selectCharacters } from './character-query.ts'
import { CHARACTERS } from './character.ts'
import { publicCharacter, requireCharacter } from './characters.ts'

const DEFAULT_PER_PAGE = 50

/** What the character operations need from the service. */
interface Services {
  authenticator: Authenticator
}

/** `GET /characters`: the public characters, filtered, sorted and in pages. API key only. */
export function listCharacters({ authenticator }: Services) {
  return async (context: AppContext) => {
    await authenticator.requireKey(context)
    const query = readCharacterQuery(new URL(context.req.url).searchParams)
    if (!query.ok) throw validationError(query.issues)
    const { limit = DEFAULT_PER_PAGE, offset = 0 } = query.value
    const found = selectCharacters(CHARACTERS, query.value)
    return sendJson(
      context,
      { object: 'list', data: found.slice(offset, offset + limit).map(publicCharacter) },
      200,
      pageHeaders({ limit, page: Math.floor(offset / limit) + 1, total: found.length }),
    )
  }
}

/** `GET /characters/{slug}`. API key only. */
export function readCharacter({ authenticator }: Services) {
  return async (context: AppContext) => {
    await authenticator.requireKey(context)
    const character = requireCharacter(context.req.param('slug') ?? '')
    return sendJson(context, { object: 'character', data: publicCharacter(character) })
  }
}
