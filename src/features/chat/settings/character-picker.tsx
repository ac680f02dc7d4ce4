import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useStore } from 'zustand'

import type { Character } from '../../../../contract/characters/character.ts'
import { settingName } from '../../../core/chat/settings/settings-fields.ts'
import { listCharactersOptions } from '../../../core/client/queries/characters.ts'
import { client } from '../../../page/client.ts'
import { queryClient } from '../../../page/query-client.ts'
import { Combobox, type ComboboxOption } from '../../../ui/controls/combobox.tsx'
import type { SettingControlProps } from './setting-notes.tsx'

/** A character by its public id. The list is asked for when it is opened; any id can be typed. */
export function CharacterPicker({
  field,
  value,
  invalid,
  describedBy,
  onChange,
}: SettingControlProps) {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const [wanted, setWanted] = useState(false)
  const { data, isError, refetch } = useQuery(
    { ...listCharactersOptions(client, connection), enabled: wanted && connection !== undefined },
    queryClient,
  )
  return (
    <Combobox
      label={settingName(field)}
      value={typeof value === 'string' ? value : ''}
      options={(data ?? []).map(characterOption)}
      freeText
      placeholder="Default"
      invalid={invalid}
      describedBy={describedBy}
      emptyText={
        isError
          ? "Couldn't load characters (requires an API key). You can still type a public ID."
          : data === undefined
            ? 'Loading…'
            : 'No matches'
      }
      onOpen={() => {
        setWanted(true)
        if (isError) void refetch()
      }}
      onChange={onChange}
      className="w-full"
    />
  )
}

function characterOption({ slug, name, description, modelId }: Character): ComboboxOption {
  return {
    value: slug,
    keywords: `${name} ${description ?? ''}`,
    content: (
      <span className="flex min-w-0 flex-col">
        <span className="flex items-baseline gap-2">
          <span className="font-mono">{slug}</span>
          <span className="truncate text-text-3">{name}</span>
        </span>
        {description != null && <span className="text-xs text-text-3">{description}</span>}
        {modelId !== undefined && (
          <span className="text-xs text-text-3">
            written for <span className="font-mono">{modelId}</span>
          </span>
        )}
      </span>
    ),
  }
}
