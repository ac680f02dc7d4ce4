import { z } from '../../../../contract/zod.ts'
import { pick, randomFrom } from '../../inference/random.ts'
import { practiceTool, structuredResult } from './practice-tool.ts'

/** The weather of a city: made up, and always the same. */
export const weather = practiceTool({
  name: 'weather',
  title: 'Weather',
  description:
    'Returns the current weather in a city. Simulated: a city always has the same weather.',
  input: z.strictObject({
    city: z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(100),
        z.meta({ description: 'Name of a city', examples: ['Paris'] }),
      ),
  }),
  output: z.strictObject({
    city: z.string(),
    temperature_celsius: z.int(),
    condition: z.enum(['sunny', 'cloudy', 'rainy', 'windy', 'snowy']),
    wind_kmh: z.int(),
  }),
  readOnly: true,
  run: ({ city }) => {
    const random = randomFrom(city.trim().toLowerCase())
    const temperature = Math.round(random() * 40) - 8
    const condition =
      temperature < 1 ? 'snowy' : pick(random, ['sunny', 'cloudy', 'rainy', 'windy'])
    return structuredResult({
      city,
      temperature_celsius: temperature,
      condition,
      wind_kmh: Math.round(random() * 40),
    })
  },
})
