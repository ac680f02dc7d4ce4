import { callEffect, effectInWords } from '../../core/explore/billing.ts'
import type { ExploreSetup } from '../../core/share/setup.ts'
import type { ShareTarget } from '../../core/share/share-target.ts'
import { draftStore, replaceDraft } from './request/draft-store.ts'
import { hasBody } from './request/read-draft.ts'

/** The call on the screen as a setup, and back: without files and answers. Applying sends nothing. */
export const exploreShareTarget: ShareTarget = {
  current,
  apply: (setup) => {
    if (setup.area === 'explore') {
      const { method, path, body = '', form } = setup
      replaceDraft({ method, path, body, bodyAs: form === true ? 'form' : 'json', accept: '' })
    }
    return '/explore'
  },
  costInWords: async (setup) =>
    setup.area === 'explore' ? effectInWords(callEffect(setup.method, setup.path)) : undefined,
}

function current(): ExploreSetup {
  const { method, path, body, bodyAs } = draftStore.getState().draft
  const sendsBody = hasBody(method) && body !== ''
  return {
    area: 'explore',
    method,
    path,
    ...(sendsBody ? { body } : {}),
    ...(bodyAs === 'form' && hasBody(method) ? { form: true } : {}),
  }
}
