import { createStore } from 'zustand/vanilla'

import { latestRequest } from '../core/chat/responses/runs.ts'
import type { CodeLanguage } from '../core/inspector/code/code-languages.ts'
import type { WalletFamily } from '../core/inspector/code/wallet-family.ts'
import type { EventKind } from '../core/inspector/replay/event-kind.ts'
import { chat } from './chat.ts'
import { client } from './client.ts'

/** The inspector's views of one exchange. */
export type InspectorTab =
  | 'overview'
  | 'request'
  | 'response'
  | 'headers'
  | 'stream'
  | 'cost'
  | 'code'

interface InspectorState {
  open: boolean
  /** The exchange that stays whatever is sent; undefined follows the latest one. */
  exchangeId: string | undefined
  /** The exchange that the chosen one is compared with; undefined: none, `''`: one is being chosen. */
  comparedId: string | undefined
  tab: InspectorTab
  /** The kind of events that the stream tab lists; undefined for all. */
  eventKind: EventKind | undefined
  /** What the file that was opened last has beside the requests it showed, in sentences. */
  leftOut: readonly string[]
  /** Whether requests that the page sent by itself are listed. */
  background: boolean
  language: CodeLanguage
  /** The kind of wallet that code is written for, where a wallet signs. */
  wallet: WalletFamily
}

/** Whether the inspector is open, and what it shows. */
export const inspectorStore = createStore<InspectorState>(() => ({
  open: false,
  exchangeId: undefined,
  comparedId: undefined,
  tab: 'overview',
  eventKind: undefined,
  leftOut: [],
  background: false,
  language: 'curl',
  wallet: 'evm',
}))

/** Opens the inspector on an exchange, or on the latest one, and keeps the tab unless one is given. */
export function openInspector(exchangeId?: string, tab?: InspectorTab): void {
  inspectorStore.setState({
    open: true,
    comparedId: undefined,
    eventKind: undefined,
    ...(tab === undefined ? {} : { tab }),
  })
  showRequest(exchangeId)
}

/** Shows an exchange. It stays until another is chosen, unless it is the latest: that gives way to the next. */
export function showRequest(exchangeId: string | undefined): void {
  const { byId, order } = client.exchanges.store.getState()
  const { messages } = chat.conversation.getState()
  const exchanges = order.flatMap((id) => byId[id] ?? [])
  const isLatest = exchangeId === latestRequest(exchanges, messages)
  inspectorStore.setState({ exchangeId: isLatest ? undefined : exchangeId })
}

/** Closes the inspector; its tab and exchange are there again when `toggleInspector` opens it. */
export function closeInspector(): void {
  inspectorStore.setState({ open: false })
}

/** Opens the inspector as it was, or closes it. */
export function toggleInspector(): void {
  inspectorStore.setState(({ open }) => ({ open: !open }))
}

/** Chooses the language of the code view; it stays from one exchange to the next. */
export function setCodeLanguage(language: CodeLanguage): void {
  inspectorStore.setState({ language })
}

/** Chooses the kind of wallet that code is written for; it stays from one exchange to the next. */
export function setCodeWallet(wallet: WalletFamily): void {
  inspectorStore.setState({ wallet })
}

/** Asks the top bar to open the limits and spend caps; it takes the wish away once they are open. */
export const limitsStore = createStore<{ wanted: boolean }>(() => ({ wanted: false }))

/** Opens the limits and spend caps. */
export function openLimits(): void {
  limitsStore.setState({ wanted: true })
}
