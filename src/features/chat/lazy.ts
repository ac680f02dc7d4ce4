import { lazyPart } from '../../ui/feedback/lazy-component.ts'

/*
 * What the chat loads later, each named once. An empty chat does without all of it, so that the first
 * screen loads little.
 */

export const loadSending = () => import('./sending.ts')

/** Messages, and all else that a chat with messages or a person who writes needs. */
export const loadMessageItem = () => import('./messages/messages.tsx')

export const messages = lazyPart(() => loadMessageItem().then((module) => module.Messages))

export const loadCopyCurl = () => import('./messages/copy-curl.ts')

export const loadSaveCase = () => import('./save-case/save-case-dialog.tsx')

export const loadToolServers = () => import('./tool-servers/tool-servers.tsx')

/** Only for servers that require a sign-in. */
export const loadToolServerSignIn = () => import('./tool-servers/sign-in.tsx')

export const loadToolOffers = () => import('./tool-servers/offered-lists.tsx')

export const loadToolLoop = () => import('./tool-loop/tool-loop.tsx')

export const loadMarkdown = () => import('../../ui/markdown/view/markdown.tsx')

export const loadStructuredAnswer = () => import('./answer/structured/structured-answer.tsx')

export const loadLinkPrompt = () => import('./answer/link-prompt.tsx')

export const loadAttachments = () =>
  import('./attachments/attach/attachments.ts').then(({ attachments }) => attachments)

export const loadDraftPersistence = () => import('./drafts/persist-draft.ts')

export const loadModelList = () => import('./model/model-list.tsx')

export const loadModelBrowser = () => import('./model/model-browser.tsx')

export const loadSuffixChips = () => import('./model/suffix-chips.tsx')

export const loadPresets = () => import('./presets/presets-dialog.tsx')

export const loadPasteOffer = () => import('./composer/paste-offer.tsx')

export const loadReceiveShared = () => import('./composer/receive-shared.ts')

export const loadStartExample = () => import('./starters/start-example.ts')

export const loadRecent = () => import('./starters/list-recent.ts')

export const loadCompare = () => import('./starters/compare.ts')

export const loadSettingsPanel = () => import('./settings/settings-panel.tsx')

export const loadRequestJson = () => import('./request-json/request-json-view.tsx')

export const loadModelAdviser = () => import('./settings/model-adviser.tsx')

export const loadStructureControl = () => import('./settings/structures/structure-control.tsx')

export const loadMatchingSettings = () => import('./settings/matching-settings.tsx')

export const loadSettingNotes = () => import('./settings/setting-notes.tsx')

export const loadCharacterPicker = () => import('./settings/character-picker.tsx')

export const loadJsonEditor = () => import('../../ui/json-editor/json-editor.tsx')

export const loadSettingsValidation = () => import('../../core/chat/request/validate-settings.ts')

/**
 * Loads what will be needed soon, on the first sign of it. What cannot be loaded is asked for again
 * where it is used.
 * @example
 * <button onPointerEnter={() => prefetch(loadAttachments)}>Attach</button>
 */
export function prefetch(...loads: readonly (() => Promise<unknown>)[]): void {
  for (const load of loads) load().catch(() => undefined)
}
