import type { LucideIcon } from 'lucide-react'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Bookmark from 'lucide-react/icons/bookmark'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import Columns2 from 'lucide-react/icons/columns-2'
import FolderInput from 'lucide-react/icons/folder-input'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import PanelLeft from 'lucide-react/icons/panel-left'
import PanelRight from 'lucide-react/icons/panel-right'
import Plug from 'lucide-react/icons/plug'
import Share2 from 'lucide-react/icons/share-2'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import SquarePen from 'lucide-react/icons/square-pen'
import Sun from 'lucide-react/icons/sun'

import type { PaletteItem } from '../../core/palette/rank-items.ts'
import { chatViewStore } from '../../features/chat/chat-view-store.ts'
import { newChat } from '../../features/chat/start-new-chat.ts'
import { chat } from '../../page/chat.ts'
import { settings } from '../../page/client.ts'
import { type InspectorTab, openInspector, toggleInspector } from '../../page/inspector-store.ts'
import { currentPath } from '../../ui/hooks/location.tsx'
import { areas } from '../area-links.tsx'
import { readRoute } from '../read-route.ts'
import { showDialog, showHistory } from '../shell-store.ts'
import { focusModel, keys } from '../shortcuts/keys.ts'

type Command = Omit<Choice, 'id' | 'kind'>

/** Everything the shell can do by name, in the order in which it is offered. */
export function commands(navigate: (path: string) => void): Choice[] {
  const list: Command[] = [
    {
      label: 'New chat',
      keywords: 'conversation',
      keys: keys.newChat,
      icon: SquarePen,
      run: () => newChat(navigate),
    },
    {
      label: 'Choose model',
      keywords: 'use change',
      keys: keys.model,
      icon: ChevronsUpDown,
      run: () => focusModel(navigate),
    },
    {
      label: 'Inspector',
      keywords: 'open close request response headers code',
      keys: keys.inspector,
      icon: PanelRight,
      run: toggleInspector,
    },
    {
      label: 'Settings',
      keywords: 'open parameters',
      icon: SlidersHorizontal,
      run: () => {
        showChat(navigate)
        chatViewStore.setState({ settingsOpen: true })
      },
    },
    {
      label: 'History',
      keywords: 'open conversations search',
      icon: PanelLeft,
      run: () => {
        showChat(navigate)
        showHistory()
      },
    },
    {
      label: 'Compare configurations',
      keywords: 'models side by side columns',
      icon: Columns2,
      run: () =>
        void import('../../features/chat/starters/compare.ts').then(({ compare }) =>
          compare(navigate),
        ),
    },
    {
      label: 'Presets',
      keywords: 'save load settings',
      icon: Bookmark,
      run: () => {
        showChat(navigate)
        chatViewStore.setState({ presetsOpen: true })
      },
    },
    ...areas.map(({ label, path }) => ({
      label: `Go to ${label}`,
      keywords: 'open area',
      icon: ArrowRight,
      run: () => navigate(path),
    })),
    {
      label: 'Connection',
      keywords: 'open api key base url server',
      icon: Plug,
      run: () => showDialog('connection'),
    },
    {
      label: 'Check this API',
      keywords: 'test doctor connection',
      icon: Plug,
      run: () => showDialog('connection'),
    },
    {
      label: 'Share this configuration',
      keywords: 'link',
      icon: Share2,
      run: () => showDialog('share'),
    },
    {
      label: 'Import curl, JSON or link',
      keywords: 'paste open configuration har',
      icon: FolderInput,
      run: () => showDialog('import'),
    },
    {
      label: 'Light theme',
      keywords: 'use bright color',
      icon: Sun,
      run: () => settings.save({ theme: 'light' }),
    },
    {
      label: 'Dark theme',
      keywords: 'use night color',
      icon: Moon,
      run: () => settings.save({ theme: 'dark' }),
    },
    {
      label: 'System theme',
      keywords: 'use color',
      icon: Monitor,
      run: () => settings.save({ theme: 'system' }),
    },
    {
      label: 'Keyboard shortcuts',
      keywords: 'help keys',
      keys: keys.shortcuts,
      icon: CircleHelp,
      run: () => showDialog('shortcuts'),
    },
  ]
  return list.map((command) => ({
    ...command,
    id: `command:${command.label}`,
    kind: 'command' as const,
  }))
}

const TABS: readonly [InspectorTab, string][] = [
  ['overview', 'Overview'],
  ['request', 'Request'],
  ['response', 'Response'],
  ['headers', 'Headers'],
  ['stream', 'Stream'],
  ['cost', 'Cost'],
  ['code', 'Code'],
]

/** The tabs of the Inspector, each of which opens on the last request. */
export function inspectorTabs(): Choice[] {
  return TABS.map(([tab, label]) => ({
    id: `inspector:${tab}`,
    kind: 'inspector',
    label,
    keywords: 'inspector tab inspect',
    icon: PanelRight,
    run: () => openInspector(undefined, tab),
  }))
}

/** A line of the palette with what it looks like and does. */
export interface Choice extends PaletteItem {
  icon: LucideIcon
  run: () => void
}

/** Shows the conversation that model and settings belong to, unless it is on the screen. */
export function showChat(navigate: (path: string) => void): void {
  const { conversation, messages } = chat.conversation.getState()
  const route = readRoute(currentPath())
  const isShown =
    route?.area === '/chat' &&
    (route.conversationId === undefined || route.conversationId === conversation.id)
  if (!isShown) navigate(messages.length === 0 ? '/chat' : `/chat/${conversation.id}`)
}
