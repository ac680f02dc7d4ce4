import { isTextModel } from './find-model.ts'
import { capabilitiesOf, type Model } from './model.ts'
import { priceOf } from './price.ts'

/**
 * Other text models that could answer instead of one: those that can do all it can come first, and
 * among them the nearest in price. Left out is what is offline, going away, or for Pro users.
 */
export function similarModels(models: readonly Model[], id: string, most = 3): Model[] {
  const failed = models.find((model) => model.id === id)
  const wanted = failed === undefined ? [] : abilities(failed)
  const price = failed && outputPrice(failed)
  return models
    .filter((model) => model.id !== id && isTextModel(model) && isUsable(model))
    .map((model) => {
      const can = new Set(abilities(model))
      const distance = Math.abs(Math.log(((outputPrice(model) ?? 1) + 1) / ((price ?? 1) + 1)))
      return { model, missing: wanted.filter((ability) => !can.has(ability)).length, distance }
    })
    .toSorted((a, b) => a.missing - b.missing || a.distance - b.distance)
    .slice(0, most)
    .map(({ model }) => model)
}

function abilities(model: Model): string[] {
  return Object.entries(capabilitiesOf(model)).flatMap(([name, can]) =>
    can === true ? [name] : [],
  )
}

function outputPrice(model: Model): number | undefined {
  return priceOf(model)?.output
}

function isUsable({ model_spec: spec }: Model): boolean {
  return spec?.offline !== true && spec?.deprecation == null && spec?.proOnly !== true
}
