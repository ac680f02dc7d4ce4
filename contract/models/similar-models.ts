import { isTextModel } from './find-model.ts'
import { capabilitiesOf, type Model } from './model.ts'
import { priceOf } from './price.ts'

/**
 * Other text models that could answer instead of one: those that can do all it can come first. Among them
 * come first those that the service names for something by a trait, then the nearest in price; last what
 * is going away. Left out is what is offline, for Pro users, or among `avoided`.
 */
export function similarModels(
  models: readonly Model[],
  id: string,
  avoided: ReadonlySet<string> = new Set(),
): Model[] {
  const failed = models.find((model) => model.id === id)
  const wanted = failed === undefined ? [] : abilities(failed)
  const price = failed && outputPrice(failed)
  return models
    .filter((model) => model.id !== id && !avoided.has(model.id))
    .filter((model) => isTextModel(model) && isUsable(model))
    .map((model) => {
      const can = new Set(abilities(model))
      return {
        model,
        leaving: Number(model.model_spec?.deprecation != null),
        missing: wanted.filter((ability) => !can.has(ability)).length,
        unnamed: Number((model.model_spec?.traits ?? []).length === 0),
        distance: Math.abs(Math.log(((outputPrice(model) ?? 1) + 1) / ((price ?? 1) + 1))),
      }
    })
    .toSorted(
      (a, b) =>
        a.leaving - b.leaving ||
        a.missing - b.missing ||
        a.unnamed - b.unnamed ||
        a.distance - b.distance,
    )
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
  return spec?.offline !== true && spec?.proOnly !== true
}
