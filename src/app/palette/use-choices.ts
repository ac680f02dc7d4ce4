import Bookmark from 'lucide-react/icons/bookmark'
import Cpu from 'lucide-react/icons/cpu'
import MessageSquare from 'lucide-react/icons/message-square'
import Plug from 'lucide-react/icons/plug'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import Sparkles from 'lucide-react/icons/sparkles'
import { useEffect, useState } from 'react'

import { NEUTRAL_PROVIDER_NAME } from '../../../contract/provider-name.ts'
import { setModel } from '../../core/chat/conversation/current-conversation.ts'
import { priceInShort } from '../../core/chat/model/model-facts.ts'
import {
  settingGroupsOf,
  settingValue,
  type SettingField,
} from '../../core/chat/settings/settings-fields.ts'
import { STARTER_NAMES } from '../../core/chat/setup/chat-setup.ts'
import { applySetup } from '../../core/chat/setup/current-setup.ts'
import { LOCAL_ID, PRACTICE_ID } from '../../core/client/connection/connections.ts'
import type { Preset } from '../../core/storage/settings/preset.ts'
import { listPresets } from '../../core/storage/settings/presets.ts'
import { useModels } from '../../features/chat/model/use-models.ts'
import { showSetting } from '../../features/chat/settings/use-settings-open.ts'
import { startExample } from '../../features/chat/starters/start-example.ts'
import { useHistory, useSearch } from '../../features/history/use-history.ts'
import { chat } from '../../page/chat.ts'
import { client } from '../../page/client.ts'
import { savedConnections } from '../../page/connections.ts'
import { showNotLoaded } from '../../ui/feedback/part.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { chooseConnection } from '../connection/choose-connection.ts'
import { shellStore } from '../shell-store.ts'
import { type Choice, commands, inspectorTabs, showChat } from './commands.ts'

type Navigate = (path: string) => void

/** Everything the palette can find. */
export function useChoices(query: string, navigate: Navigate): Choice[] {
  const presets = usePresets()
  const { models } = useModels(true)
  const history = useHistory()
  const { found, excerpts } = useSearch(history, query)
  const { settings } = chat.conversation.getState().conversation
  const { connection } = client.connections.store.getState()
  const providerName = connection?.providerName ?? NEUTRAL_PROVIDER_NAME
  const fields = settingGroupsOf(providerName).flatMap((group) => group.fields)

  return [
    ...commands(navigate),
    ...connectionChoices(),
    ...fields.map((field): Choice => {
      const value = settingValue(settings, field.path)
      const choice = settingChoice(field, () => {
        showChat(navigate)
        showSetting(field.path)
      })
      return value === undefined ? choice : { ...choice, detail: JSON.stringify(value) }
    }),
    ...models.map((model): Choice => ({
      id: `model:${model.id}`,
      kind: 'model',
      label: model.id,
      keywords: 'use model',
      detail: priceInShort(model) ?? '',
      icon: Cpu,
      run: () => {
        showChat(navigate)
        setModel(chat, model.id)
      },
    })),
    ...found.map((entry): Choice => {
      const excerpt = excerpts.get(entry.id)
      return {
        id: `conversation:${entry.id}`,
        kind: 'conversation',
        label: entry.title,
        // What was found in its messages matches the words, wherever they stand there.
        keywords: excerpt === undefined ? entry.model : `${entry.model} ${query}`,
        detail: excerpt ?? entry.model,
        icon: MessageSquare,
        run: () => navigate(`/chat/${entry.id}`),
      }
    }),
    ...presets.map((preset): Choice => ({
      id: `preset:${preset.id}`,
      kind: 'preset',
      label: preset.name,
      keywords: 'preset use apply',
      detail: preset.model,
      icon: Bookmark,
      run: () => {
        showChat(navigate)
        const undo = applySetup(chat, preset)
        showToast(`${preset.name} applied; nothing was sent`, { label: 'Undo', run: undo })
      },
    })),
    ...STARTER_NAMES.map((name): Choice => ({
      id: `example:${name}`,
      kind: 'example',
      label: name,
      keywords: 'example load try',
      icon: Sparkles,
      run: () => void startExample(name, { navigate }).catch(() => showNotLoaded('the example')),
    })),
    ...inspectorTabs(),
  ]
}

function connectionChoices(): Choice[] {
  const { config, connection } = client.connections.store.getState()
  const local = config.baseUrl === undefined ? [] : [{ id: LOCAL_ID, name: 'This machine' }]
  const practice = { id: PRACTICE_ID, name: 'Practice' }
  return [...local, practice, ...savedConnections.store.getState()].flatMap(
    ({ id, name }): Choice[] =>
      id === connection?.id
        ? []
        : [
            {
              id: `command:connection:${id}`,
              kind: 'command',
              label: `Switch to ${name}`,
              keywords: 'connection server api use',
              icon: Plug,
              run: () => {
                if (chooseConnection(id)) return
                shellStore.setState({ connectionToOpen: id, dialog: 'connection' })
              },
            },
          ],
  )
}

function settingChoice(field: SettingField, run: () => void): Choice {
  const { path, rule, wireName } = field
  return {
    id: `setting:${path}`,
    kind: 'setting',
    label: wireName,
    keywords: `setting set ${rule.label}`,
    detail: rule.label.toLowerCase() === wireName ? '' : rule.label,
    icon: SlidersHorizontal,
    run,
  }
}

/** The presets of this browser; none while they are being read, or where storage is refused. */
function usePresets(): readonly Preset[] {
  const [presets, setPresets] = useState<readonly Preset[]>([])
  useEffect(() => {
    listPresets().then(setPresets, () => undefined)
  }, [])
  return presets
}
