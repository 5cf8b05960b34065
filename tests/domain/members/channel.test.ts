import { describe, expect, it } from 'vitest';
import { maskedAddress } from '#domain/members/channel';

describe('an address as its owner sees it', () => {
  it.each([
    ['email', 'ada@tea.example', 'ad***@tea.example'],
    ['email', 'al@tea.example', 'a***@tea.example'],
    ['email', 'a@tea.example', 'a***@tea.example'],
    ['email', 'ada.walker@at@tea.example', 'ad***@tea.example'],
    ['email', '@tea.example', '@tea.example'],
    ['email', 'no address', 'no address'],
    // A character of two units is not cut in halves.
    ['email', '𠮷𠮷𠮷@tea.example', '𠮷𠮷***@tea.example'],
    ['mobile', '13812345678', '138****5678'],
    ['mobile', '12345678', '123****5678'],
    // Nothing between the ends is left to be hidden.
    ['mobile', '1234567', '1234567'],
    ['mobile', '+86 13812345678', '+86 13812345678'],
    ['mobile', '13812345678 ', '13812345678 '],
  ] as const)('%s %j is %j', (channel, address, masked) => {
    expect(maskedAddress(channel, address)).toBe(masked);
  });
});
