import type { Model } from '../../../../contract/models/model.ts'
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
