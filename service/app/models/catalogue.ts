import type { Tier } from '../../../contract/limits/rate-limits.ts'
import {
  type ModelNames,
  type ResolvedModel,
  resolveModelId,
} from '../../../contract/models/find-model.ts'
import type { Model, ModelType } from '../../../contract/models/model.ts'
import type { Engine } from '../inference/engine.ts'
import {
  OPERATION_MAPPING,
  SANDBOX_EDIT_MODELS,
  SANDBOX_OPERATION_MODELS,
} from './operation-models.ts'
import { COMPATIBILITY_MAPPING, SANDBOX_TEXT_MODELS } from './sandbox-models.ts'

interface ServedModel {
  model: Model
  engine: Engine
  /** How the name led to the model. */
  via: ResolvedModel['via']
}

/** Models from elsewhere, listed beside the built-in ones. */
export interface ModelSource {
  /** The models there are now; empty while the source cannot be reached. */
  list(): Promise<readonly Model[]>
  /** The model of an id that is on no list, while the source has shown none. */
  unlisted(id: string): Model | undefined
  engine: Engine
}

/** Everything that can be listed and asked. */
export interface Catalogue {
  list(type: ModelType | undefined): Promise<readonly Model[]>
  /** Trait → model id, for models of a type. */
  traits(type: ModelType | undefined): ModelNames
  mapping(type: ModelType | undefined): ModelNames
  /** The text model that a name stands for: an id, a trait or a compatibility mapping. */
  resolve(name: string): Promise<ServedModel | undefined>
}

const BUILT_IN = [...SANDBOX_TEXT_MODELS, ...SANDBOX_EDIT_MODELS, ...SANDBOX_OPERATION_MODELS]

/** The built-in models, and those of other sources. A built-in id wins, then the source named first. */
export function createCatalogue(sandbox: Engine, sources: readonly ModelSource[] = []): Catalogue {
  const text = new Map(SANDBOX_TEXT_MODELS.map((model) => [model.id, model]))
  const builtInIds = new Set(BUILT_IN.map(({ id }) => id))
  const names = { ids: new Set(text.keys()), traits: traitsOf(SANDBOX_TEXT_MODELS) }

  const others = async () => {
    const offered = await Promise.all(
      sources.map(async (source) =>
        (await source.list()).map((model) => ({ model, engine: source.engine })),
      ),
    )
    const taken = new Set(builtInIds)
    return offered.flat().filter(({ model: { id } }) => !taken.has(id) && taken.add(id))
  }

  return {
    list: async (type = 'text') => {
      const all = [...BUILT_IN, ...(await others()).map(({ model }) => model)]
      return all.filter((model) => isOfType(model, type))
    },
    traits: (type = 'text') => traitsOf(BUILT_IN.filter((model) => isOfType(model, type))),
    mapping: (type = 'text') => ({
      ...(type === 'text' || type === 'all' ? COMPATIBILITY_MAPPING : {}),
      ...mappingOf(BUILT_IN.filter((model) => isOfType(model, type))),
    }),
    resolve: async (name) => {
      const found = resolveModelId(name, names)
      const model = found && text.get(found.id)
      if (model) return { model, engine: sandbox, via: found.via }
      const listed = (await others()).find((other) => other.model.id === name)
      if (listed) return { model: listed.model, engine: listed.engine, via: 'id' }
      for (const source of sources) {
        const model = source.unlisted(name)
        if (model) return { model, engine: source.engine, via: 'id' }
      }
      // A mapping comes last: another server may well have a model of that very name.
      const mapped = Object.hasOwn(COMPATIBILITY_MAPPING, name)
        ? text.get(COMPATIBILITY_MAPPING[name] ?? '')
        : undefined
      return mapped && { model: mapped, engine: sandbox, via: 'mapping' }
    },
  }
}

/** The size tier of a text model; a model that does not say is counted as the largest. */
export function tierOf(model: Model): Tier {
  const tier = model.model_spec?.tier
  return tier === 'XS' || tier === 'S' || tier === 'M' ? tier : 'L'
}

function isOfType(model: Model, type: ModelType): boolean {
  if (type === 'all') return true
  if (type === 'code') return model.model_spec?.capabilities?.optimizedForCode === true
  return model.type === type
}

/** The other vendors' ids that stand for one of these operation models. */
function mappingOf(models: readonly Model[]): ModelNames {
  const ids = new Set(models.map(({ id }) => id))
  return Object.fromEntries(Object.entries(OPERATION_MAPPING).filter(([, id]) => ids.has(id)))
}

function traitsOf(models: readonly Model[]): ModelNames {
  return Object.fromEntries(
    models.flatMap(({ id, model_spec }) => (model_spec?.traits ?? []).map((trait) => [trait, id])),
  )
}
