import { useEffect } from 'react'
import { useStore } from 'zustand'

import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import type { SettingPath } from '../../../../contract/chat/request/field-examples.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import { findModel } from '../../../../contract/models/find-model.ts'
import { settingAdvice, type SettingAdvice } from '../../../core/chat/settings/setting-advice.ts'
import { settingValue } from '../../../core/chat/settings/settings-fields.ts'
import { chat } from '../../../page/chat.ts'
import { useModels } from '../model/use-models.ts'

/** What the model of the conversation says about settings. */
export interface ModelAdvice {
  about: (path: SettingPath, settings: JsonObject) => SettingAdvice
}

interface ModelAdviserProps {
  /** Whether the list of models is asked for; else it is read as far as someone else has asked. */
  wanted: boolean
  onAdvice: (advice: ModelAdvice) => void
}

/** Finds the model of the conversation and hands on what it says; draws nothing. */
export function ModelAdviser({ wanted, onAdvice }: ModelAdviserProps) {
  const name = useStore(chat.conversation, ({ conversation }) => conversation.model)
  const { models, mapping } = useModels(wanted)
  const model = findModel(models, parseModelSuffix(name).id, mapping)
  useEffect(() => {
    onAdvice({
      about: (path, settings) =>
        settingAdvice(path, settingValue(settings, path), { settings, model }),
    })
  }, [model, onAdvice])
  return null
}
