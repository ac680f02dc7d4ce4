import {
  ANSWER,
  call,
  CALLED,
  chunk,
  DONE,
  END,
  event,
  QUITO,
  stream,
  WORDS,
  type Quirk,
} from './quirks.ts'

/** Streams that number, repeat, frame or end their pieces in ways of their own. */
export const STREAM_QUIRKS: readonly Quirk[] = [
  {
    name: 'calls that get a new id in each piece',
    report: 'vllm-project/vllm!23522',
    response: stream(
      chunk({ tool_calls: [call(0, 'id-1', 'get_weather', '')] }) +
        chunk({ tool_calls: [{ index: 0, id: 'id-2', function: { arguments: '{"city":' } }] }) +
        chunk({ tool_calls: [{ index: 0, id: 'id-3', function: { arguments: '"Quito"}' } }] }) +
        chunk({ tool_calls: [call(1, 'id-4', 'get_time', '')] }) +
        chunk({
          tool_calls: [{ index: 1, id: 'id-5', function: { arguments: '{"zone":"UTC"}' } }],
        }) +
        CALLED,
    ),
    told: { calls: [QUITO, { name: 'get_time', arguments: { zone: 'UTC' } }] },
  },
  {
    name: 'parallel calls with one id and one index',
    report: 'maximhq/bifrost#1829',
    response: stream(
      chunk({ tool_calls: [call(0, 'call_0', 'get_weather', '{"city":"Quito"}')] }) +
        chunk({ tool_calls: [call(0, 'call_0', 'get_time', '{"zone":"UTC"}')] }) +
        chunk({ tool_calls: [call(0, 'call_0', 'get_time', '{"zone":"CET"}')] }) +
        CALLED,
    ),
    told: {
      calls: [
        QUITO,
        { name: 'get_time', arguments: { zone: 'UTC' } },
        { name: 'get_time', arguments: { zone: 'CET' } },
      ],
    },
  },
  {
    name: 'a call that comes again, whole',
    report: 'huggingface/smolagents!1958',
    response: stream(
      chunk({ tool_calls: [call(0, 'call_0', 'get_weather', '')] }) +
        chunk({ tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] }) +
        chunk({ tool_calls: [{ index: 0, function: { arguments: '"Quito"}' } }] }) +
        chunk({ tool_calls: [call(0, 'call_0', 'get_weather', '{"city":"Quito"}')] }) +
        CALLED,
    ),
    told: { calls: [QUITO] },
  },
  {
    name: 'a finish reason in each chunk',
    report: 'open-webui/open-webui#16377',
    response: stream(
      chunk({ content: '<think>Thou' }, 'stop') +
        chunk({ content: 'ght.</think>Answer ' }, 'stop') +
        chunk({ content: 'words.' }, 'stop') +
        END,
    ),
    told: { content: 'Answer words.', reasoning: 'Thought.' },
  },
  {
    name: 'a finish reason in each chunk of calls',
    report: 'open-webui/open-webui#16377',
    response: stream(
      chunk({ tool_calls: [call(0, 'call_a', 'get_weather', '{"city":')] }, 'tool_calls') +
        chunk({ tool_calls: [{ index: 0, function: { arguments: '"Quito"}' } }] }, 'tool_calls') +
        chunk({ tool_calls: [call(1, 'call_b', 'get_time', '{"zone":')] }, 'tool_calls') +
        chunk({ tool_calls: [{ index: 1, function: { arguments: '"UTC"}' } }] }, 'tool_calls') +
        CALLED,
    ),
    told: { calls: [QUITO, { name: 'get_time', arguments: { zone: 'UTC' } }] },
  },
  {
    name: 'an error in the middle, as bare JSON in lines',
    report: 'maximhq/bifrost!5262',
    response: stream(
      `${chunk({ content: 'Kept.' })}${JSON.stringify({ error: { code: 429, message: 'Quota BROKEN' } }, null, 2)}\n`,
    ),
    told: { content: 'Kept.', failure: 'Quota BROKEN' },
  },
  {
    name: 'chunks without their field name, or with a mark or blank before it',
    report: 'maximhq/bifrost!5262',
    response: stream(
      `${chunk({ content: 'Ans' })}${chunk({ content: 'wer ' }).slice(6)}\uFEFF${chunk({ content: 'wor' })} ${chunk({ content: 'ds.' })}${END}`,
    ),
    told: { ...ANSWER, notUnderstood: 0 },
  },
  {
    name: 'a page of a proxy in the middle',
    report: 'maximhq/bifrost!5262',
    response: stream(`${WORDS}<html>\n<title>502 Bad Gateway</title>\n</html>\n`),
    told: { ...ANSWER, isCut: true, notUnderstood: 3 },
  },
  {
    name: 'pings between the events',
    report: 'openai/openai-python!2721',
    response: stream(
      `event: ping\ndata: {"type": "ping"}\n\n${WORDS}data: \n\ndata: {}\n\nevent: keepalive\ndata: 1\n\n${END}`,
    ),
    told: { ...ANSWER, notUnderstood: 0 },
  },
  {
    name: 'lines of JSON and the end of a stream',
    report: 'Lightning-AI/LitServe#359',
    response: stream(`${WORDS}${END}`.replaceAll('data: {', '{').replace('data: [', '[')),
    told: ANSWER,
  },
  {
    name: 'lines of JSON that break off',
    report: 'Lightning-AI/LitServe#359',
    response: stream(WORDS.replaceAll('data: ', '')),
    told: { ...ANSWER, isCut: true },
  },
  {
    name: 'a message beside each delta',
    report: 'microsoft/foundry-local#144',
    response: stream(
      chunk({ content: 'Answer ' }, null, {}, { message: { content: 'Answer ' } }) +
        chunk({ content: 'words.' }, null, {}, { message: { content: 'Answer words.' } }) +
        chunk({ content: '' }, 'stop', {}, { message: { content: 'Answer words.' } }) +
        DONE,
    ),
    told: { ...ANSWER, notUnderstood: 0 },
  },
  {
    name: 'no choices, and a delta beside them',
    report: 'swuecho/chat#687',
    response: stream(
      event({ id: 'c1', choices: [], delta: ANSWER }) +
        event({ id: 'c1', choices: [], delta: {}, finish_reason: 'stop' }) +
        DONE,
    ),
    told: ANSWER,
  },
]
