import logo from '../favicon.svg';

/** The product's mark: an open book under three towers. The name stands beside it. */
export function Logo({ size = 32 }: { size?: number }) {
  return <img src={logo} width={size} height={size} alt="" />;
}
