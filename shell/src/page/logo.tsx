import logo from '../favicon.svg';

/** The product's logo: an open book under three towers. It is decorative (`alt=""`): the name is next to it. */
export function Logo({ size = 32 }: { size?: number }) {
  return <img src={logo} width={size} height={size} alt="" />;
}
