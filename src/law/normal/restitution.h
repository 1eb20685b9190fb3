/* Damping that gives a wanted coefficient of restitution e: rebound speed over impact speed. */
#ifndef QUIRE_LAW_NORMAL_RESTITUTION_H
#define QUIRE_LAW_NORMAL_RESTITUTION_H

/* For a Hertzian spring K d^1.5 with the damping force eta d^0.25 d' and a mass m: eta / sqrt(m K).
 * Both for 0 <= e <= 1; e = 0 gives the limit. The fit is the one of Norouzi et al. 2016 that
 * DEMLab uses; the exact form holds where the contact may pull until it parts (Antypov & Elliott,
 * EPL 94, 2011, 50004). */
double quire_restitution_tti_fit(double e);
double quire_restitution_tti_exact(double e);

/* For k d^n (1 + D d'/v), v the impact speed: D. 0 < e <= 1 for all but the first, 0 <= e <= 1. */
double quire_restitution_hunt_crossley(double e);
/* Gonthier et al. 2004 up to e = 1/3, Carvalho & Martins 2019 above. */
double quire_restitution_gonthier_carvalho_martins(double e);
/* The root of D (1 + e) = ln((1 + D)/(1 - e D)): e is met exactly, whatever n, k and mass. */
double quire_restitution_exact(double e);
/* Flores et al. 2011, from the energies that are lost while the surfaces approach and while they
 * part. */
double quire_restitution_flores(double e);

#endif
