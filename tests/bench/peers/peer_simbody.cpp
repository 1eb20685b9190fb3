// The machines of peers.h in Simbody: minimal coordinates, compliant contact, and an implicit
// integrator with error control (CPODES), whose accuracy is given instead of a step. Each segment
// is a capsule on the rollers' circles and the table, with the law of Hunt and Crossley and
// friction that is smooth in the slip.
#include <Simbody.h>

#include "peers.h"

using namespace SimTK;

namespace
{

const double STIFFNESS = 4.9e7; // [N/m^1.5], as in feed.xml
const double LOSS = 5;          // [s/m]
const double TABLE_STIFFNESS = 1e6;
const double THRESHOLD = 1e-3; // of friction [m/s]

struct Machine {
    const peer_case *c;
    std::vector<MobilizedBody> segment;
    MobilizedBody driver, idler, carriage;
};

// smooth, as mtt-step of Quire
double
friction(double slip)
{
    const double s = std::min(1.0, std::fabs(slip) / THRESHOLD);
    return std::copysign(s * s * (3 - 2 * s), slip);
}

class Touch : public Force::Custom::Implementation
{
  public:
    explicit Touch(const Machine &machine) : m(machine)
    {
    }

    void calcForce(const State &state, Vector_<SpatialVec> &forces, Vector_<Vec3> &,
                   Vector &) const override
    {
        const peer_case *c = m.c;
        for (int k = 0; k < c->segments; k++) {
            disc(state, forces, m.segment[k], m.driver, c->radius);
            if (c->nip) {
                disc(state, forces, m.segment[k], m.idler, c->idler_radius);
            }
        }
        for (int k = 0; k < c->segments && !std::isnan(c->table); k++) {
            table(state, forces, m.segment[k], k == c->segments - 1);
        }
    }

    Real calcPotentialEnergy(const State &) const override
    {
        return 0;
    }

  private:
    const Machine &m;

    // both bodies touch at `at`, n points to the segment
    void push(const State &state, Vector_<SpatialVec> &forces, const MobilizedBody &a,
              const MobilizedBody *b, const Vec3 &at, const Vec3 &n, double depth, double k,
              double mu) const
    {
        const Vec3 on_a = a.findStationAtGroundPoint(state, at);
        Vec3 v = a.findStationVelocityInGround(state, on_a);
        Vec3 on_b(0);
        if (b != nullptr) {
            on_b = b->findStationAtGroundPoint(state, at);
            v -= b->findStationVelocityInGround(state, on_b);
        }
        const double normal = std::max(0.0, k * depth * std::sqrt(depth) * (1 - LOSS * ~v * n));
        const Vec3 t(-n[1], n[0], 0);
        const Vec3 f = normal * (n - mu * friction(~v * t) * t);
        a.applyForceToBodyPoint(state, on_a, f, forces);
        if (b != nullptr) {
            b->applyForceToBodyPoint(state, on_b, -f, forces);
        }
    }

    // each segment is a capsule, as for the other engines
    void disc(const State &state, Vector_<SpatialVec> &forces, const MobilizedBody &a,
              const MobilizedBody &b, double radius) const
    {
        const Vec3 from = a.getBodyOriginLocation(state), centre = b.getBodyOriginLocation(state),
                   along = a.getBodyRotation(state).x();
        const double s = std::min(SEGMENT, std::max(0.0, ~(centre - from) * along));
        const Vec3 way = from + s * along - centre;
        const double distance = way.norm(), depth = radius + THICKNESS / 2 - distance;
        if (depth > 0) {
            push(state, forces, a, &b, centre + radius * way / distance, way / distance, depth,
                 STIFFNESS, m.c->mu);
        }
    }

    void table(const State &state, Vector_<SpatialVec> &forces, const MobilizedBody &a,
               bool last) const
    {
        for (int end = 0; end < (last ? 2 : 1); end++) {
            const Vec3 at = a.findStationLocationInGround(state, Vec3(end * SEGMENT, 0, 0));
            const double depth = m.c->table + THICKNESS / 2 - at[1];
            if (depth > 0) {
                push(state, forces, a, nullptr, Vec3(at[0], m.c->table, 0), Vec3(0, 1, 0), depth,
                     TABLE_STIFFNESS, m.c->table_mu);
            }
        }
    }
};

// the spring of the idler, and its damper
class Load : public Force::Custom::Implementation
{
  public:
    explicit Load(const Machine &machine) : m(machine)
    {
    }
    void calcForce(const State &state, Vector_<SpatialVec> &, Vector_<Vec3> &,
                   Vector &mobility) const override
    {
        m.carriage.applyOneMobilityForce(state, 0,
                                         -m.c->load - m.c->rate * m.carriage.getOneQ(state, 0) -
                                             m.carriage.getOneU(state, 0),
                                         mobility);
    }
    Real calcPotentialEnergy(const State &) const override
    {
        return 0;
    }

  private:
    const Machine &m;
};

// the driver's speed over time, as a motion
class Drive : public Motion::Custom::Implementation
{
  public:
    explicit Drive(double radius) : r(radius)
    {
    }
    Implementation *clone() const override
    {
        return new Drive(*this);
    }
    Motion::Level getLevel(const State &) const override
    {
        return Motion::Velocity;
    }
    void calcPrescribedVelocity(const State &s, int, Real *u) const override
    {
        u[0] = -peer_speed(s.getTime()) / r;
    }
    void calcPrescribedVelocityDot(const State &s, int, Real *udot) const override
    {
        const double h = 1e-7, t = s.getTime();
        udot[0] = -(peer_speed(t + h) - peer_speed(t)) / h / r;
    }

  private:
    double r;
};

} // namespace

int
main(int argc, char **argv)
{
    const peer_case *c = peer_find(argc > 1 ? argv[1] : "");
    const double accuracy = argc > 2 ? atof(argv[2]) : 1e-3;

    try {
        MultibodySystem system;
        SimbodyMatterSubsystem matter(system);
        GeneralForceSubsystem forces(system);
        Force::UniformGravity(forces, matter, Vec3(0, -G, 0));
        Machine m;
        m.c = c;

        const double inertia = MASS * SEGMENT * SEGMENT / 12;
        const Vec3 middle(SEGMENT / 2, 0, 0);
        Body::Rigid piece(MassProperties(
            MASS, middle,
            Inertia(inertia / 100, inertia, inertia).shiftFromMassCenter(middle, MASS)));
        for (int k = 0; k < c->segments; k++) {
            if (k == 0) {
                m.segment.push_back(
                    MobilizedBody::Planar(matter.Ground(), Vec3(0), piece, Vec3(0)));
                continue;
            }
            MobilizedBody::Pin hinge(m.segment[k - 1], Vec3(SEGMENT, 0, 0), piece, Vec3(0));
            Force::MobilityLinearSpring(forces, hinge, 0, BEND, 0);
            Force::MobilityLinearDamper(forces, hinge, 0, DAMP);
            m.segment.push_back(hinge);
        }

        Body::Rigid heavy(MassProperties(1, Vec3(0), Inertia(1)));
        if (c->nip) {
            const Vec3 up(c->idler[0], c->idler[1], 0);
            Body::Rigid frame(MassProperties(0.1 * c->idler_mass, Vec3(0), Inertia(1e-6)));
            Body::Rigid disc(
                MassProperties(0.9 * c->idler_mass, Vec3(0), Inertia(c->idler_inertia)));
            MobilizedBody::Pin driver(matter.Ground(), Vec3(c->centre[0], c->centre[1], 0), heavy,
                                      Vec3(0));
            Motion::Custom(driver, new Drive(c->radius));
            m.driver = driver;
            const Rotation along(Pi / 2, ZAxis); // a slider moves along its x
            MobilizedBody::Slider carriage(matter.Ground(), Transform(along, up), frame,
                                           Transform(along, Vec3(0)));
            m.carriage = carriage;
            m.idler = MobilizedBody::Pin(carriage, Vec3(0), disc, Vec3(0));
            Force::Custom(forces, new Load(m));
        } else {
            m.driver = MobilizedBody::Weld(matter.Ground(), Vec3(c->centre[0], c->centre[1], 0),
                                           heavy, Vec3(0));
        }
        Force::Custom(forces, new Touch(m));

        system.realizeTopology();
        State state = system.getDefaultState();
        m.segment[0].setQFromVector(state, Vector(Vec3(0, c->trail[0], c->trail[1])));
        system.realize(state, Stage::Position);

        CPodesIntegrator integrator(system, CPodes::BDF, CPodes::Newton);
        integrator.setAccuracy(accuracy);
        integrator.setFinalTime(c->end + SAMPLE);
        TimeStepper stepper(system, integrator);
        stepper.initialize(state);
        double cpu = 0;
        for (int k = 0; k * SAMPLE < c->end + 1e-9; k++) {
            const double start = peer_clock();
            if (k > 0) {
                stepper.stepTo(k * SAMPLE);
            }
            cpu += peer_clock() - start;
            const State &now = integrator.getState();
            const Vec3 lead =
                           m.segment.back().findStationLocationInGround(now, Vec3(SEGMENT, 0, 0)),
                       trail = m.segment[0].getBodyOriginLocation(now);
            const double ends[4] = {lead[0], lead[1], trail[0], trail[1]};
            peer_print(k * SAMPLE, ends, ends + 2);
            fflush(stdout);
        }
        printf("cpu %.9g\n", cpu);
    } catch (const std::exception &e) {
        fprintf(stderr, "%s\n", e.what());
        return 1;
    }
    return 0;
}
