import { useStore } from 'zustand'

import { systemOf, withSystem } from '../../../core/chat/compare/columns.ts'
import type { CompareColumn } from '../../../core/chat/compare/comparison-state.ts'
import { updateLinked } from '../../../core/chat/compare/comparison.ts'
import { chat } from '../../../page/chat.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { SettingGroups } from '../settings/setting-groups.tsx'
import { useColumnConnection } from './use-column-connection.ts'

interface ColumnSettingsProps {
  column: CompareColumn
  number: number
  onClose: () => void
}

/** The settings of a column. While columns are linked, one change is made in all of them. */
export function ColumnSettings({ column, number, onClose }: ColumnSettingsProps) {
  const linked = useStore(chat.comparison, (state) => state.linked)
  const { id, settings } = column.conversation
  const connection = useColumnConnection(column)
  const change = (apply: (before: typeof settings) => typeof settings) =>
    updateLinked(chat, id, (now) => ({
      ...now,
      conversation: { ...now.conversation, settings: apply(now.conversation.settings) },
    }))
  return (
    <Dialog
      title={linked ? 'Settings of all columns' : `Settings of column ${number}`}
      size="large"
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <p className="text-text-2">
          {linked
            ? 'Changes apply to all columns. Choose Separate to edit one at a time.'
            : `Changes apply to column ${number} only. Choose Linked to edit all at once.`}
        </p>
        <div className="flex flex-col gap-1">
          <span aria-hidden>System message</span>
          <TextArea
            aria-label="System message"
            value={systemOf(column)}
            rows={2}
            placeholder="Instructions for the model"
            onChange={({ target: { value } }) =>
              updateLinked(chat, id, (now) => withSystem(chat.client.world, now, value))
            }
            className="max-h-40"
          />
        </div>
        <SettingGroups
          settings={settings}
          model={column.conversation.model}
          connection={connection}
          onChange={change}
        />
      </div>
    </Dialog>
  )
}
