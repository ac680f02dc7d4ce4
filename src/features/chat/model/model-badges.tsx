import AtSign from 'lucide-react/icons/at-sign'
import AudioLines from 'lucide-react/icons/audio-lines'
import Braces from 'lucide-react/icons/braces'
import Brain from 'lucide-react/icons/brain'
import CodeXml from 'lucide-react/icons/code-xml'
import Eye from 'lucide-react/icons/eye'
import Gauge from 'lucide-react/icons/gauge'
import Globe from 'lucide-react/icons/globe'
import Images from 'lucide-react/icons/images'
import Lock from 'lucide-react/icons/lock'
import Paperclip from 'lucide-react/icons/paperclip'
import Percent from 'lucide-react/icons/percent'
import Video from 'lucide-react/icons/video'
import Wrench from 'lucide-react/icons/wrench'
import type { ComponentType } from 'react'

import type { Model } from '../../../../contract/models/model.ts'
import type { Capability } from '../../../core/chat/model/model-facts.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'

/** What sets a model apart at a glance: tier, and whatever may stand in the way of using it. */
export function ModelBadges({ model }: { model: Model }) {
  const { tier, deprecation, offline, proOnly, beta, betaModel } = model.model_spec ?? {}
  return (
    <>
      {tier !== undefined && (
        <Badge title={`Size tier ${tier}: determines the rate limits`}>{tier}</Badge>
      )}
      {proOnly === true && (
        <Badge tone="accent" title="Requires a Pro account (otherwise 401)">
          Pro only
        </Badge>
      )}
      {(beta === true || betaModel === true) && <Badge>beta</Badge>}
      {deprecation != null && <Badge tone="warn">deprecated</Badge>}
      {offline === true && <Badge tone="bad">offline</Badge>}
    </>
  )
}

/** What a model can do, drawn small; the words stand beside it or in a title. */
export const ABILITY_ICONS: Readonly<Record<Capability, ComponentType<{ size: number }>>> = {
  vision: Eye,
  'many images': Images,
  audio: AudioLines,
  video: Video,
  files: Paperclip,
  tools: Wrench,
  schema: Braces,
  reasoning: Brain,
  effort: Gauge,
  'web search': Globe,
  'X search': AtSign,
  logprobs: Percent,
  code: CodeXml,
  e2ee: Lock,
}
