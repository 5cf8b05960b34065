import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ProviderModel } from '../../ports/model-ports.ts';

/** Where the providers' own models are. */
const OWN_ADDRESS: Readonly<Record<ProviderModel['protocol'], string>> = {
  openaiChat: 'https://api.openai.com/v1',
  openaiResponses: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  gemini: 'https://generativelanguage.googleapis.com/v1beta',
};

export const modelAddress = ({ protocol, baseUrl }: Pick<ProviderModel, 'protocol' | 'baseUrl'>): string =>
  (baseUrl === '' ? OWN_ADDRESS[protocol] : baseUrl).replace(/\/+$/u, '');

/**
 * A model by the package of its protocol, loaded when it is first asked. Address and key are always named: left out, a package would
 * read them from the environment.
 */
export async function openModel(model: ProviderModel, fetch: typeof globalThis.fetch): Promise<LanguageModelV4> {
  const baseURL = modelAddress(model);
  const { protocol, model: name, key: apiKey } = model;
  switch (protocol) {
    case 'openaiChat': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({ name: 'chat', baseURL, fetch, includeUsage: true, ...(apiKey !== '' && { apiKey }) })(name);
    }
    case 'openaiResponses': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI({ baseURL, apiKey, fetch }).responses(name);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ baseURL, apiKey, fetch })(name);
    }
    case 'gemini': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle({ baseURL, apiKey, fetch })(name);
    }
    default:
      return protocol satisfies never;
  }
}
