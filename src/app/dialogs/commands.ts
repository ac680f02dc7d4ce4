import { openInspector } from '../../page/inspector-store.ts'
import { settings } from '../../page/settings.ts'
import { areas } from '../lazy.ts'
import { newChat } from '../new-chat.ts'
import { showDialog, toggleHistory } from '../shell-store.ts'

/** One thing that can be done from the command palette. */
export interface Command {
  label: string
  /** More words it is found by. */
  keywords?: string
  run: () => void
}

/** Everything the command palette offers, in its order. */
export function commands(navigate: (path: string) => void): Command[] {
  return [
    { label: 'New chat', keywords: 'conversation', run: () => newChat(navigate) },
    {
      label: 'Compare configurations',
      keywords: 'models side by side columns',
      run: () => navigate('/chat/compare'),
    },
    ...areas.map(({ label, path }) => ({ label: `Go to ${label}`, run: () => navigate(path) })),
    {
      label: 'Open Connection',
      keywords: 'api key base url',
      run: () => showDialog('connection'),
    },
    {
      label: 'Open Inspector',
      keywords: 'request response headers code',
      run: () => openInspector(),
    },
    { label: 'Show or hide history', keywords: 'conversations', run: toggleHistory },
    { label: 'Share this configuration', keywords: 'link', run: () => showDialog('share') },
    {
      label: 'Import curl, JSON or link',
      keywords: 'paste open configuration',
      run: () => showDialog('import'),
    },
    { label: 'Keyboard shortcuts', keywords: 'help', run: () => showDialog('shortcuts') },
    { label: 'Use the system theme', run: () => settings.save({ theme: 'system' }) },
    { label: 'Use the light theme', run: () => settings.save({ theme: 'light' }) },
    { label: 'Use the dark theme', run: () => settings.save({ theme: 'dark' }) },
  ]
}
