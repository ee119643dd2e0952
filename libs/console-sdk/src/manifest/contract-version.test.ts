import { contractVersion, isContractSupported } from './contract-version.ts';

describe('the contract between shell and remotes', () => {
  it('accepts a remote made for this or an earlier minor version', () => {
    expect(isContractSupported('^1.0.0', '1.0.0')).toBe(true);
    expect(isContractSupported('^1.0.0', '1.4.2')).toBe(true);
    expect(isContractSupported('>=1.2.0 <2.0.0', '1.4.2')).toBe(true);
    expect(isContractSupported(`^${contractVersion}`)).toBe(true);
  });

  it('refuses a remote made for a later version, another major, or an unreadable range', () => {
    expect(isContractSupported('^1.5.0', '1.4.2')).toBe(false);
    expect(isContractSupported('^2.0.0', '1.4.2')).toBe(false);
    expect(isContractSupported('^1.0.0', '2.0.0')).toBe(false);
    expect(isContractSupported('whatever you have', '1.0.0')).toBe(false);
    expect(isContractSupported('', '1.0.0')).toBe(false);
  });
});
